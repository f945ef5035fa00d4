/** Announces changed tools after every list; they never change. Its tool tells how often it was asked for them. */
import { reply, send, serveRaw } from "./raw-server.ts";

let lists = 0;

serveRaw({
  list: ({ id }) => {
    lists++;
    send({ jsonrpc: "2.0", id, result: { tools: [{ name: "go", inputSchema: { type: "object" } }] } });
    for (let count = 0; count < 50; count++)
      send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  },
  call: ({ id }) => reply(id, String(lists)),
});
