/**
 * The located tree: what a configuration file says, with the place where it says it. All three formats parse into
 * it, so that shapes, validation and messages exist once. Maps are lists of entries, never objects: a key such as
 * `__proto__` is plain data here.
 */

/** A place in a text; line and column count from 1, the offset (UTF-16 units) from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export type ConfigNode = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: "map";
  readonly at: Position;
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: string;
  readonly keyAt: Position;
  readonly value: ConfigNode;
}

export interface ListNode {
  readonly kind: "list";
  readonly at: Position;
  readonly items: readonly ConfigNode[];
}

export interface ScalarNode {
  readonly kind: "scalar";
  readonly at: Position;
  readonly value: string | number | boolean | null;
}

/** Plain data that can be written into a configuration file. */
export type ConfigValue =
  | string
  | number
  | boolean
  | readonly ConfigValue[]
  | { readonly [key: string]: ConfigValue };

/** Not a list, which is an object too. */
export function isValueMap(value: ConfigValue | undefined): value is Readonly<Record<string, ConfigValue>> {
  return typeof value === "object" && !Array.isArray(value);
}

/** Where a value sits: keys of maps and indexes of lists, from the root. */
export type ConfigPath = readonly (string | number)[];

/** The value of a map's key, or undefined. */
export function entryOf(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  if (node?.kind !== "map") return undefined;
  return node.entries.find((entry) => entry.key === key)?.value;
}

/** The node at a path, or undefined. */
export function nodeAt(node: ConfigNode | undefined, path: ConfigPath): ConfigNode | undefined {
  let current = node;
  for (const step of path) {
    if (typeof step === "string") current = entryOf(current, step);
    else current = current?.kind === "list" ? current.items[step] : undefined;
  }
  return current;
}

/** The tree as plain data. Maps become null-prototype objects, so that no key can reach a prototype. */
export function plainValue(node: ConfigNode): unknown {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "list":
      return node.items.map(plainValue);
    case "map": {
      const result = Object.create(null) as Record<string, unknown>;
      for (const entry of node.entries) result[entry.key] = plainValue(entry.value);
      return result;
    }
  }
}
