/** A server that runs in this process: its name among ours, the folder it works in, and what only it understands. */
import { resolve as resolvePath } from "node:path";
import type { InProcessServer, ServerOptions } from "../../types.ts";
import type { TransportContext } from "./read-transport.ts";
import { readOptionMap, readString } from "./read-values.ts";
import type { FieldReader } from "./read-values.ts";

export function readInProcess(options: ServerOptions, { read, folder }: TransportContext): InProcessServer {
  const { builtin, cwd, own } = readInProcessFields({ read });
  return {
    ...options,
    type: "inprocess",
    // The usual case: a server that is called like the built-in that it is.
    builtin: builtin ?? options.name,
    cwd: resolvePath(folder, cwd ?? ""),
    options: own ?? {},
  };
}

export function readInProcessFields({ read }: { readonly read: FieldReader }) {
  return {
    builtin: read("builtin", readString),
    cwd: read("cwd", readString),
    own: read("options", readOptionMap),
  };
}
