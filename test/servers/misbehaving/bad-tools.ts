/** Offers two good tools among many broken ones, and one of them twice. */
import { reply, send, serveRaw } from "./raw-server.ts";

const schema = { type: "object" };

serveRaw({
  list: ({ id }) =>
    send({
      jsonrpc: "2.0",
      id,
      result: {
        tools: [
          { name: "good", inputSchema: schema },
          null,
          "tool",
          { inputSchema: schema },
          { name: "", inputSchema: schema },
          { name: 42, inputSchema: schema },
          { name: "x".repeat(5000), inputSchema: schema },
          { name: "array-schema", inputSchema: [] },
          { name: "string-schema", inputSchema: { type: "string" } },
          { name: "huge", inputSchema: schema, description: "x".repeat(2 * 1024 * 1024) },
          { name: "untyped", inputSchema: { properties: { a: { type: "string" } } } },
          { name: "good", inputSchema: schema, description: "the second" },
          { name: "__proto__", inputSchema: schema },
          { name: "wordy", inputSchema: schema, description: "x".repeat(20_000), outputSchema: "none" },
        ],
      },
    }),
  call: ({ id }) => reply(id, "called"),
});
