/** Prints a banner without a line break, so that its first message sits on the same line. */
import { reply, serveRaw, write } from "./raw-server.ts";

write("Welcome to {my} server v1.0! ");
serveRaw({
  call: ({ id }) => {
    write("working… ");
    reply(id, "glued");
  },
});
