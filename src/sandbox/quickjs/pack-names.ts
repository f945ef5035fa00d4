/**
 * A tree of names as one text, in which every branch is a text again: it crosses the border as it is, and a program pays only for
 * the branches that it looks at. Names are never keys here, so that none can be taken for something else.
 */
import type { Namespace } from "../executor.ts";
import type { NameEntry } from "./guest/guest-host.ts";

export interface PackedNames {
  /** A list of `NameEntry`s as JSON. */
  readonly json: string;
  /** The ids of all tools. */
  readonly ids: ReadonlySet<string>;
}

/** Most programs are given the same names as the one before. */
const packed = new WeakMap<Namespace, PackedNames>();

export function packNames(namespace: Namespace): PackedNames {
  const known = packed.get(namespace);
  if (known !== undefined) return known;
  const ids = new Set<string>();
  const names = { json: pack(namespace, ids), ids };
  packed.set(namespace, names);
  return names;
}

function pack(namespace: Namespace, ids: Set<string>): string {
  const entries = [...namespace].map(([name, value]): NameEntry => {
    if (typeof value !== "string") return [name, "names", pack(value, ids)];
    ids.add(value);
    return [name, "tool", value];
  });
  return JSON.stringify(entries);
}

/** The names at the end of a path; none when it leads nowhere. */
export function unpackNames(json: string, path: readonly string[]): string[] {
  const entries = JSON.parse(json) as NameEntry[];
  const [next, ...rest] = path;
  if (next === undefined) return entries.map(([name]) => name);
  const [, kind, below] = entries.find(([name]) => name === next) ?? [];
  return kind === "names" && below !== undefined ? unpackNames(below, rest) : [];
}
