/** Sends every reply twice, the second with other words. */
import { reply, serveRaw } from "./raw-server.ts";

serveRaw({
  call: ({ id }) => {
    reply(id, "first");
    reply(id, "second");
  },
});
