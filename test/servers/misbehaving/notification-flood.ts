/** Sends as many notifications as its first argument says, 200,000 by default, and then the reply. */
import { reply, serveRaw, write } from "./raw-server.ts";

const count = Number(process.argv[2] ?? 200_000);
const block = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } })}\n`;

serveRaw({
  call: ({ id }) => {
    for (let left = count; left > 0; left -= 1_000) write(block.repeat(Math.min(left, 1_000)));
    reply(id, "flooded");
  },
});
