/**
 * Answers a call with progress in long messages, as fast as it can, and then the reply: 64 MiB in all, or as many as its
 * first argument says. Without a token for progress there is the reply alone.
 */
import { reply, send, serveRaw } from "./raw-server.ts";

const mebibytes = Number(process.argv[2] ?? 64);
const message = "x".repeat(256 * 1024);
const count = mebibytes * 4;

serveRaw({
  call: ({ id, params }) => {
    const progressToken = params._meta?.progressToken;
    const steps = progressToken === undefined ? 0 : count;
    for (let progress = 1; progress <= steps; progress += 1)
      send({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken, progress, total: steps, message },
      });
    reply(id, "flooded");
  },
});
