/** Leaves out the member `jsonrpc`. */
import { send, serveRaw, textResult } from "./raw-server.ts";

serveRaw({ call: ({ id }) => send({ id, result: textResult("sloppy") }) });
