/** Has one more tool after every call, and says so. */
import { reply, send, serveRaw } from "./raw-server.ts";

let count = 1;

serveRaw({
  list: ({ id }) => {
    const tools = Array.from({ length: count }, (_, index) => ({
      name: `tool-${index}`,
      inputSchema: { type: "object" },
    }));
    send({ jsonrpc: "2.0", id, result: { tools } });
  },
  call: ({ id }) => {
    count++;
    send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    reply(id, "grown");
  },
});
