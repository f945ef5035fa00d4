/**
 * How large is this JSON? Walks any value without recursion and stops at the first limit, so that a hostile schema or
 * argument (deep, huge, or an object that contains itself) costs no more than the limits allow.
 */

export interface JsonLimits {
  /** Values of every kind, nested ones included. */
  readonly maxNodes: number;
  readonly maxDepth: number;
  /** Characters that the value has as JSON text, give or take escapes. */
  readonly maxCharacters: number;
}

export interface JsonExcess {
  readonly what: "nodes" | "depth" | "characters" | "not-json";
  /** Keys and indices that lead to the value at which the walk stopped. */
  readonly path: readonly (string | number)[];
}

/** The first limit that the value breaks, or undefined when it stays within all of them. */
export function findExcess(value: unknown, limits: JsonLimits): JsonExcess | undefined {
  let nodes = 1;
  let characters = sizeOfScalar(value) ?? Number.NaN;
  if (Number.isNaN(characters)) return { what: "not-json", path: [] };
  const open: Place[] = isContainer(value)
    ? [{ container: value, depth: 1, parent: undefined, key: "" }]
    : [];

  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (place.depth > limits.maxDepth) return { what: "depth", path: pathOf(place) };
    for (const [key, inner] of entriesOf(place.container)) {
      const size = sizeOfScalar(inner);
      if (size === undefined) return { what: "not-json", path: [...pathOf(place), key] };
      nodes += 1;
      characters += size + (typeof key === "string" ? key.length + 4 : 1);
      if (nodes > limits.maxNodes) return { what: "nodes", path: pathOf(place) };
      if (characters > limits.maxCharacters) return { what: "characters", path: pathOf(place) };
      if (isContainer(inner)) open.push({ container: inner, depth: place.depth + 1, parent: place, key });
    }
  }
  return undefined;
}

interface Place {
  readonly container: object;
  readonly depth: number;
  readonly parent: Place | undefined;
  readonly key: string | number;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function entriesOf(container: object): Iterable<[string | number, unknown]> {
  return Array.isArray(container) ? container.entries() : Object.entries(container);
}

/** Characters of a scalar; 2 for the brackets of a container; undefined for what JSON cannot hold. */
function sizeOfScalar(value: unknown): number | undefined {
  switch (typeof value) {
    case "string":
      return value.length + 2;
    case "number":
      return Number.isFinite(value) ? String(value).length : undefined;
    case "boolean":
      return 5;
    case "object":
      return value === null ? 4 : 2;
    case "undefined":
      // An optional property that code left empty: JSON does not write it at all.
      return 0;
    default:
      return undefined;
  }
}

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Place = place; at.parent !== undefined; at = at.parent) path.unshift(at.key);
  return path;
}
