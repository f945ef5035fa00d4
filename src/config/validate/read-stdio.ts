/** The fields of a server that is a program on this machine. */
import { resolve as resolvePath } from "node:path";
import type { ServerOptions, StdioServer } from "../../types.ts";
import type { ConfigNode } from "../formats/node.ts";
import { reportMissing } from "./missing-field.ts";
import type { TransportContext } from "./read-transport.ts";
import { readString, readStringList, readStringMap } from "./read-values.ts";
import type { FieldReader, ReadContext } from "./read-values.ts";

export function readStdio(options: ServerOptions, context: TransportContext): StdioServer | undefined {
  const { words, args, env, cwd } = readStdioFields(context);
  const [command, ...inlineArgs] = words ?? [];
  if (words === undefined && context.fields.has("command")) return undefined; // it is wrong, and that was said
  if (command === undefined || command.trim() === "") return reportMissing("command", "stdio", context);
  warnOfCommandLine(context);
  return {
    ...options,
    type: "stdio",
    command,
    args: [...inlineArgs, ...(args ?? [])],
    env: env ?? {},
    cwd: resolvePath(context.folder, cwd ?? ""),
  };
}

/** All of them, whatever is wrong with the first. */
export function readStdioFields({ read }: { readonly read: FieldReader }) {
  return {
    words: read("command", readWords),
    args: read("args", readStringList),
    env: read("env", readStringMap),
    cwd: read("cwd", readString),
  };
}

/** The program, or a list of the program and its arguments. */
function readWords(node: ConfigNode, context: ReadContext): string[] | undefined {
  if (node.kind === "list") return readStringList(node, context);
  const command = readString(node, context);
  return command === undefined ? undefined : [command];
}

/** `"command": "npx -y server"`: no shell will ever split it, and the system's own error would only say "not found". */
function warnOfCommandLine({ entry, fields, report }: TransportContext): void {
  const node = fields.get("command")?.value;
  const args = fields.get("args")?.value;
  const hasArgs = args?.kind === "list" && args.items.length > 0;
  if (node?.kind !== "scalar" || typeof node.value !== "string" || hasArgs) return;
  // A path may have spaces, and so may the value or the default of a variable.
  const program = /^([^\s/\\$]+)\s+\S/.exec(node.value)?.[1];
  if (program === undefined) return;
  report({
    severity: "warning",
    at: node.at,
    field: "command",
    message: `'command' of server '${entry.name}' looks like a whole command line; it is taken for the name of one program`,
    fix: `Write "command": "${program}" and the other words as a list in "args".`,
  });
}
