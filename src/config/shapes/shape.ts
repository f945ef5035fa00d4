/**
 * A shape is one way in which the ecosystem writes servers into a file. Each has a small reader that turns it into
 * canonical entries and says where and how a new server is written, so that edits keep the file in its own style.
 */
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
  readonly problems: readonly ShapeProblem[];
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

export interface ShapeProblem {
  readonly at: Position;
  readonly message: string;
  readonly fix: string;
}

/** The servers of `{name: {...}, ...}`. */
export function serversOfMap(node: ConfigNode, path: ConfigPath): Pick<ShapeContent, "servers" | "problems"> {
  if (node.kind !== "map")
    return { servers: [], problems: [notServers(node.at, path, "a map of servers by name")] };
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
  if (node.kind !== "list")
    return { servers: [], problems: [notServers(node.at, path, "a list of servers")] };
  const servers: ServerEntry[] = [];
  const problems: ShapeProblem[] = [];
  for (const [index, item] of node.items.entries()) {
    const fields = fieldsOf(item);
    const name = fields?.find((field) => field.key === "name")?.value;
    if (fields === undefined || name?.kind !== "scalar" || typeof name.value !== "string") {
      problems.push({
        at: item.at,
        message: `Server number ${index + 1} in the list has no name`,
        fix: `Give it a 'name'.`,
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
  ["transport", "type"],
  ["environment", "env"],
]);

function fieldsOf(node: ConfigNode): EntryField[] | undefined {
  if (node.kind !== "map") return undefined;
  return node.entries.map((entry) => ({
    key: ALIASES.get(entry.key) ?? entry.key,
    written: entry.key,
    keyAt: entry.keyAt,
    value: entry.value,
  }));
}

function notServers(at: Position, path: ConfigPath, expected: string): ShapeProblem {
  const what = path.length === 0 ? "The file" : `'${path.join(".")}'`;
  return {
    at,
    message: `${what} must be ${expected}`,
    fix: `See 'tackle config --help' for the accepted shapes.`,
  };
}
