/** Answers until its first call, and nothing at all after that. */
import { reply, serveRaw } from "./raw-server.ts";

serveRaw({
  call: ({ id }) => {
    reply(id, "the last word");
    setImmediate(() => process.stdin.pause().removeAllListeners("data"));
  },
});
setInterval(() => {}, 1000);
