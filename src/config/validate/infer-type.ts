/** Which kind of server an entry describes: as it says, or else by what it has. */
import type { ServerType } from "../../types.ts";
import type { EntryField, ServerEntry } from "../shapes/shape.ts";
import { nearest } from "../../util/nearest.ts";
import type { Report } from "../finding.ts";
import { describeValue } from "./wrong-value.ts";
import { TYPE_WORDS } from "./server-fields.ts";

export function inferType(
  entry: ServerEntry,
  fields: ReadonlyMap<string, EntryField>,
  report: Report,
): ServerType | undefined {
  const node = fields.get("type")?.value;
  if (node !== undefined) {
    const word = node.kind === "scalar" ? String(node.value) : "";
    const type = TYPE_WORDS.get(word);
    if (type !== undefined) return type;
    const [likely] = nearest(word, TYPE_WORDS.keys());
    const fix =
      likely === undefined
        ? `Use "stdio", "http", "sse", "inprocess" or "skill".`
        : `Did you mean '${likely}'?`;
    report({
      severity: "error",
      at: node.at,
      field: "type",
      message: `Unknown type ${describeValue(node)} of server '${entry.name}'`,
      fix,
    });
    return undefined;
  }
  if (fields.has("command") && fields.has("url")) {
    report({
      severity: "error",
      at: entry.at,
      field: "type",
      message: `Server '${entry.name}' has both 'command' and 'url'`,
      fix: "Remove one of them.",
    });
    return undefined;
  }
  if (fields.has("command")) return "stdio";
  if (fields.has("url")) return "http";
  if (fields.has("builtin")) return "inprocess";
  report({
    severity: "error",
    at: entry.at,
    field: "command",
    message: `Missing 'command' or 'url' in server '${entry.name}'`,
    fix: `Add "command" for a program on this machine, or "url" for a remote server.`,
  });
  return undefined;
}
