/** Turns the numbers of ids into text. */
import { reply, serveRaw } from "./raw-server.ts";

serveRaw({ call: ({ id }) => reply(String(id), "flipped") });
