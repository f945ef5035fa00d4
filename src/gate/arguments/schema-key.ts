/**
 * One short key for the content of a schema: servers send the same schema again with every list, and several tools
 * often share one. Hashed once for each object that holds it; a schema too large to use has no key.
 */
import { canonicalJson } from "../../util/canonical-json.ts";
import { findExcess, type JsonExcess } from "./measure-json.ts";
import { isSchemaObject } from "./schema.ts";

export type SchemaKey =
  | { readonly kind: "key"; readonly hash: string; readonly hasPatterns: boolean }
  | { readonly kind: "unusable"; readonly reason: string };

const MAX_DEPTH = 64;
const MAX_NODES = 20_000;
const MAX_CHARACTERS = 256 * 1024;

export function createSchemaKeys(): (schema: unknown) => SchemaKey {
  /** Only keys, so that a catalog of ten thousand schemas does not keep ten thousand compiled ones alive. */
  const known = new WeakMap<object, SchemaKey>();

  return (schema) => {
    if (!isSchemaObject(schema)) return { kind: "unusable", reason: "its schema is no object" };
    const key = known.get(schema) ?? keyOf(schema);
    known.set(schema, key);
    return key;
  };
}

function keyOf(schema: object): SchemaKey {
  const limits = { maxDepth: MAX_DEPTH, maxNodes: MAX_NODES, maxCharacters: MAX_CHARACTERS };
  const excess = findExcess(schema, limits);
  if (excess !== undefined) return { kind: "unusable", reason: REASONS[excess.what] };
  // Loaded here because most commands never need a hash.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const text = canonicalJson(schema);
  const hash = createHash("sha256").update(text).digest("hex");
  return { kind: "key", hash, hasPatterns: HAS_PATTERNS.test(text) };
}

/** A property that is called `pattern` has an object for a value, and needs no engine. */
const HAS_PATTERNS = /"pattern":"|"patternProperties":\{|"__proto__":/;

const REASONS: Readonly<Record<JsonExcess["what"], string>> = {
  depth: `its schema is more than ${MAX_DEPTH} levels deep`,
  nodes: `its schema has more than ${MAX_NODES} values`,
  characters: `its schema is larger than ${MAX_CHARACTERS / 1024} KiB`,
  "not-json": "its schema is no JSON",
};
