/**
 * A shape is one way in which the ecosystem writes servers into a file. Each has a small reader that turns it into
 * canonical entries and says where and how a new server is written, so that edits keep the file in its own style.
 */
import type { Finding } from "../finding.ts";
import { describeKind } from "../validate/wrong-value.ts";
import { pathText } from "../formats/problems.ts";
import type { ConfigNode, ConfigPath, MapEntry, Position } from "../formats/node.ts";

export interface Shape {
  readonly name: string;
  matches(root: ConfigNode): boolean;
  read(root: ConfigNode): ShapeContent;
  /** Where servers stand in the file. */
  readonly serversPath: ConfigPath;
  readonly layout: "map" | "list";
  /** Canonical field name → the word this shape writes for it, where they differ. Reading accepts every word anywhere. */
  readonly spelling: Readonly<Record<string, string>>;
  /** Whether `command` is written as the program alone, or as a list with its arguments. */
  readonly commandStyle: "string" | "list";
}

export interface ShapeContent {
  readonly servers: readonly ServerEntry[];
  readonly settings: readonly MapEntry[];
  readonly problems: readonly Finding[];
}

/** One server as it is written: canonical field names, values and places, nothing checked yet. */
export interface ServerEntry {
  readonly name: string;
  readonly at: Position;
  readonly path: ConfigPath;
  /** Undefined when the server is not a map at all. */
  readonly fields: readonly EntryField[] | undefined;
}

export interface EntryField {
  readonly key: string;
  /** The word that the file uses for the key. */
  readonly written: string;
  readonly keyAt: Position;
  readonly value: ConfigNode;
}

/** The servers of `{name: {...}, ...}`. */
export function serversOfMap(node: ConfigNode, path: ConfigPath): Pick<ShapeContent, "servers" | "problems"> {
  if (node.kind !== "map")
    return { servers: [], problems: [notServers(node, path, "a map of servers by name")] };
  const servers = node.entries.map((entry) => ({
    name: entry.key,
    at: entry.keyAt,
    path: [...path, entry.key],
    fields: fieldsOf(entry.value),
  }));
  return { servers, problems: [] };
}

/** The servers of `[{name, ...}, ...]`. */
export function serversOfList(
  node: ConfigNode,
  path: ConfigPath,
): Pick<ShapeContent, "servers" | "problems"> {
  if (node.kind !== "list") return { servers: [], problems: [notServers(node, path, "a list of servers")] };
  const servers: ServerEntry[] = [];
  const problems: Finding[] = [];
  for (const [index, item] of node.items.entries()) {
    const fields = fieldsOf(item);
    const name = fields?.find((field) => field.key === "name")?.value;
    if (fields === undefined || name?.kind !== "scalar" || typeof name.value !== "string") {
      problems.push({
        severity: "error",
        at: item.at,
        field: pathText([...path, index, "name"]),
        message: `Server number ${index + 1} in the list has no name`,
        fix: `Give it a "name": a text in quotes.`,
      });
      continue;
    }
    servers.push({
      name: name.value,
      at: item.at,
      path: [...path, index],
      fields: fields.filter((field) => field.key !== "name"),
    });
  }
  return { servers, problems };
}

/** Other words for canonical fields that are in use. */
const ALIASES = new Map([
  ["httpUrl", "url"],
  ["serverUrl", "url"],
  ["transport", "type"],
  ["environment", "env"],
]);

/** The word of other clients for `enabled`, with the opposite meaning. */
export const OPPOSITE_OF_ENABLED = "disabled";

function fieldsOf(node: ConfigNode): EntryField[] | undefined {
  if (node.kind !== "map") return undefined;
  return node.entries.map(({ key: written, keyAt, value }) =>
    written === OPPOSITE_OF_ENABLED
      ? { key: "enabled", written, keyAt, value: opposite(value) }
      : { key: ALIASES.get(written) ?? written, written, keyAt, value },
  );
}

function opposite(node: ConfigNode): ConfigNode {
  return node.kind === "scalar" && typeof node.value === "boolean" ? { ...node, value: !node.value } : node;
}

function notServers(node: ConfigNode, path: ConfigPath, expected: string): Finding {
  const what = path.length === 0 ? "The file" : `'${pathText(path)}'`;
  return {
    severity: "error",
    at: node.at,
    field: pathText(path),
    message: `${what} must be ${expected}, not ${describeKind(node)}`,
    fix: `See 'tackle config --help' for the accepted shapes.`,
  };
}
