/** A server that runs in this process: its name among ours, the folder it works in, and what only it understands. */
import { resolve as resolvePath } from "node:path";
import type { InProcessServer, ServerOptions } from "../../types.ts";
import { SKILL } from "../../util/skills/is-skill.ts";
import type { TransportContext } from "./read-transport.ts";
import { readOptionMap, readString, readStringMap } from "./read-values.ts";
import type { FieldReader } from "./read-values.ts";

/** Those that run programs of others, or need keys. */
const WITH_VARIABLES: ReadonlySet<string> = new Set([SKILL, "bash", "web"]);

export function readInProcess(options: ServerOptions, context: TransportContext): InProcessServer {
  const { read, folder } = context;
  const { builtin: named, cwd, own, env } = readInProcessFields({ read });
  // The usual case: a server that is called like the built-in that it is.
  const builtin = named ?? options.name;
  if (env !== undefined && !WITH_VARIABLES.has(builtin)) warnOfEnv(context);
  return {
    ...options,
    type: "inprocess",
    builtin,
    cwd: resolvePath(folder, cwd ?? ""),
    options: own ?? {},
    env: env ?? {},
  };
}

export function readInProcessFields({ read }: { readonly read: FieldReader }) {
  return {
    builtin: read("type", readString) === SKILL ? SKILL : read("builtin", readString),
    cwd: read("cwd", readString),
    own: read("options", readOptionMap),
    env: read("env", readStringMap),
  };
}

function warnOfEnv({ entry, fields, report }: TransportContext): void {
  report({
    severity: "warning",
    at: fields.get("env")?.keyAt ?? entry.at,
    field: "env",
    message: `'env' of server '${entry.name}' has no meaning for this built-in server`,
    fix: "Remove it.",
  });
}
