/** Writes half of its reply, then exits with code 0. */
import { serveRaw, write } from "./raw-server.ts";

serveRaw({
  call: ({ id }) => {
    write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"te`);
    process.exit(0);
  },
});
