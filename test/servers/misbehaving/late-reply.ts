/** Replies to each call only after the milliseconds of its first argument, 500 by default, cancelled or not. */
import { reply, serveRaw } from "./raw-server.ts";

const milliseconds = Number(process.argv[2] ?? 500);

serveRaw({
  call: ({ id, params }) => {
    if (params.arguments?.["now"] === true) reply(id, "now");
    else setTimeout(() => reply(id, "late"), milliseconds);
  },
});
