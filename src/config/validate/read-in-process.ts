/** A server that runs in this process: only its name among ours. */
import type { InProcessServer, ServerOptions } from "../../types.ts";
import type { TransportContext } from "./read-transport.ts";
import { readString } from "./read-values.ts";

export function readInProcess(options: ServerOptions, { read }: TransportContext): InProcessServer {
  // The usual case: a server that is called like the built-in that it is.
  return { ...options, type: "inprocess", builtin: read("builtin", readString) ?? options.name };
}
