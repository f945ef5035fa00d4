/** Never ends its list: always the same cursor, always a new one, or the empty one once (`same`, `new`, `empty`). */
import { reply, send, serveRaw } from "./raw-server.ts";

const kind = process.argv[2] ?? "same";
let page = 0;

serveRaw({
  list: ({ id }) => {
    page++;
    const tools = [{ name: `tool-${page}`, inputSchema: { type: "object" } }];
    const cursors = { same: "again", new: `page-${page}`, empty: page === 1 ? "" : undefined };
    send({ jsonrpc: "2.0", id, result: { tools, nextCursor: cursors[kind as keyof typeof cursors] } });
  },
  call: ({ id }) => reply(id, "called"),
});
