/**
 * What does a `$ref` lead to, inside this one schema? Nothing is ever fetched: a reference that leaves the schema is
 * reported as remote (specification: network references must not be dereferenced).
 */
import { isObject } from "./is-object.ts";

export type Reference =
  | { readonly kind: "local"; readonly target: unknown }
  | { readonly kind: "missing" }
  | { readonly kind: "remote" };

/** Finds JSON pointers (`#/$defs/a`), anchors (`#a`), the root (`#`), and the same in schemas that have an `$id`. */
export function createReferenceFinder(root: object): (reference: string) => Reference {
  let names: ReadonlyMap<string, object> | undefined;

  function find(reference: string): Reference {
    const hash = reference.indexOf("#");
    const base = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? "" : reference.slice(hash + 1);
    if (base !== "" || !(fragment === "" || fragment.startsWith("/"))) names ??= namesIn(root);
    const resource = base === "" ? root : names?.get(base);
    if (resource === undefined) return { kind: "remote" };
    if (fragment === "") return { kind: "local", target: resource };
    const target = fragment.startsWith("/") ? follow(fragment, resource) : names?.get(`#${fragment}`);
    return target === undefined ? { kind: "missing" } : { kind: "local", target };
  }

  return find;
}

function follow(pointer: string, resource: object): unknown {
  let current: unknown = resource;
  for (const part of decode(pointer).split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

function decode(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    // A lone percent sign is a mistake that leaves only one reading: it stands for itself.
    return pointer;
  }
}

/** Every `$id` (draft-04: `id`) and, behind a `#`, every anchor. Objects that occur twice are read once. */
function namesIn(root: object): ReadonlyMap<string, object> {
  const names = new Map<string, object>();
  const open: unknown[] = [root];
  const seen = new Set<object>();
  while (open.length > 0) {
    const current = open.pop();
    if (typeof current !== "object" || current === null || seen.has(current)) continue;
    seen.add(current);
    if (isObject(current))
      for (const name of namesOf(current)) if (!names.has(name)) names.set(name, current);
    // One by one: as arguments of one call, the entries of a very long list would overflow the stack.
    for (const inner of Object.values(current)) open.push(inner);
  }
  return names;
}

function namesOf({ $id, id, $anchor, $dynamicAnchor }: Readonly<Record<string, unknown>>): string[] {
  // Before 2019-09 an anchor was an `$id` that is only a fragment, so `#a` may come from either.
  const ids = [$id, id]
    .filter((name) => typeof name === "string")
    .map((name) => name.replace(/(?<=.)#$/, ""));
  const anchors = [$anchor, $dynamicAnchor].filter((name) => typeof name === "string");
  return [...ids, ...anchors.map((name) => `#${name}`)];
}
