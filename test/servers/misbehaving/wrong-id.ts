/** Replies under ids that nobody used. */
import { reply, send, serveRaw, textResult } from "./raw-server.ts";

serveRaw({
  call: ({ id }) => {
    reply(Number(id) + 1_000_000, "not yours");
    reply("nonsense", "not yours");
    send({ jsonrpc: "2.0", id: null, result: textResult("not yours") });
    send({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } });
  },
});
