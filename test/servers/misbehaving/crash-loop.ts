/** Starts well and ends by itself after a moment (100 ms, or as the argument says), every time. */
import { reply, serveRaw } from "./raw-server.ts";

setTimeout(
  () => {
    process.stderr.write("fatal: out of coffee\n");
    process.exit(7);
  },
  Number(process.argv[2] ?? 100),
);

serveRaw({ call: ({ id }) => reply(id, "called") });
