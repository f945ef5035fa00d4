/** Closes its stdout in the middle of a call and stays alive. */
import { closeSync } from "node:fs";
import { serveRaw } from "./raw-server.ts";

setInterval(() => {}, 1_000);
serveRaw({ call: () => closeSync(1), isStubborn: true });
