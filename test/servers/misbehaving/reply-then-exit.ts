/** Replies and exits in the same breath; the last line has no line break. */
import { serveRaw, textResult, write } from "./raw-server.ts";

serveRaw({
  call: ({ id }) => {
    write(JSON.stringify({ jsonrpc: "2.0", id, result: textResult("last words") }));
    process.exit(0);
  },
});
