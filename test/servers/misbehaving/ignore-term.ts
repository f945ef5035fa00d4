/** Ignores the end of its input and SIGTERM; leaves a call with the argument `wait` without an answer. */
import { reply, serveRaw } from "./raw-server.ts";

process.on("SIGTERM", () => {});
process.on("SIGINT", () => {});
setInterval(() => {}, 1_000);
serveRaw({
  call: ({ id, params }) => {
    if (params.arguments?.["wait"] !== true) reply(id, "still here");
  },
  isStubborn: true,
});
