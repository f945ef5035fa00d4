/** The words that most clients use, and where most of them put their servers. */
import { entryOf, nodeAt, type ConfigNode, type ConfigPath } from "../formats/node.ts";
import type { ServerGroup } from "./client.ts";
import {
  duration,
  flag,
  ignored,
  kind,
  opposite,
  program,
  text,
  textMap,
  words,
  type FieldRule,
} from "./field-rules.ts";

export const USUAL_WORDS: Readonly<Record<string, FieldRule>> = {
  type: kind,
  transport: kind,
  command: program,
  args: words("args"),
  env: textMap("env"),
  cwd: text("cwd"),
  url: text("url"),
  headers: textMap("headers"),
  enabled: flag("enabled"),
  disabled: opposite("enabled"),
  timeout: duration("timeout", 1),
  description: text("description"),
  name: ignored,
};

/** Servers that stand in one place of the file. */
export function serversAt(...path: ConfigPath): (root: ConfigNode) => readonly ServerGroup[] {
  return (root) => [{ node: nodeAt(root, path) }];
}

/** `{"mcpServers": {…}}`. */
export const inMcpServers = (root: ConfigNode): readonly ServerGroup[] => [
  { node: entryOf(root, "mcpServers") },
];
