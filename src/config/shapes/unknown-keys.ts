/** Keys of a file, outside of its servers, that somebody misspelt: what they say would be lost in silence. */
import { nearest } from "../../util/nearest.ts";
import type { Finding } from "../finding.ts";
import { entryOf, nodeAt, type ConfigNode, type ConfigPath, type MapEntry } from "../formats/node.ts";
import { describeKind, wrong } from "../validate/wrong-value.ts";

const TOP_LEVEL_KEYS: readonly string[] = [
  "mcpServers",
  "mcp",
  "tools",
  "settings",
  "allowedTools",
  "policy",
];
export const MCP_KEYS: readonly string[] = ["enabled", "servers", "globalSettings"];
const TOOLS_KEYS: readonly string[] = ["builtin", "mcp_servers"];
/** Where a map must stand, if anything does. */
const MAPS: readonly ConfigPath[] = [["settings"], ["mcp"], ["mcp", "globalSettings"], ["tools"]];

/** Every misspelt key of the top, of `tools`, and of `mcp` where that is not itself a map of servers. */
export function findUnknownKeys(
  root: ConfigNode,
  { isServersKnown, isMcpOfServers }: { isServersKnown: boolean; isMcpOfServers: boolean },
): readonly Finding[] {
  const top = isServersKnown ? [...TOP_LEVEL_KEYS, "servers"] : TOP_LEVEL_KEYS;
  return [
    ...misspelt(root, top),
    ...(isMcpOfServers ? [] : misspelt(entryOf(root, "mcp"), MCP_KEYS, "mcp")),
    ...misspelt(entryOf(root, "tools"), TOOLS_KEYS, "tools"),
    ...MAPS.flatMap((path) => notMap(root, path)),
  ];
}

/** Keys that resemble none of ours are another program's, and left to it. */
function misspelt(node: ConfigNode | undefined, known: readonly string[], parent?: string): Finding[] {
  if (node?.kind !== "map") return [];
  return node.entries.flatMap((entry) => misspeltKey(entry, known, parent) ?? []);
}

export function misspeltKey(
  { key, keyAt }: MapEntry,
  known: readonly string[],
  parent?: string,
): Finding | undefined {
  if (known.includes(key)) return undefined;
  const [likely] = nearest(key, known);
  if (likely === undefined) return undefined;
  const [where, field] = parent === undefined ? ["", key] : [` in '${parent}'`, `${parent}.${key}`];
  const message = `Unknown key '${key}'${where}`;
  return { severity: "error", at: keyAt, field, message, fix: `Did you mean '${likely}'?` };
}

function notMap(root: ConfigNode, path: ConfigPath): Finding[] {
  const node = nodeAt(root, path);
  if (node === undefined || node.kind === "map") return [];
  const found: Finding[] = [];
  const fix = `Write a map there, such as {"key": …}, or remove the key.`;
  const context = { field: path.join("."), report: (finding: Finding) => void found.push(finding) };
  wrong(node, context, { expected: "a map", given: describeKind(node), fix });
  return found;
}
