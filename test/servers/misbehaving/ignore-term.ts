/** Ignores the end of its input and SIGTERM. */
import { reply, serveRaw } from "./raw-server.ts";

process.on("SIGTERM", () => {});
process.on("SIGINT", () => {});
setInterval(() => {}, 1_000);
serveRaw({ call: ({ id }) => reply(id, "still here"), isStubborn: true });
