/**
 * An input schema as model providers accept it. Anthropic and OpenAI refuse a whole request when the root of one tool's
 * schema is not `type: "object"`, or holds a combination (`anyOf`, `oneOf`, `allOf`; OpenAI also `not`, `enum`, `const`);
 * OpenAI also when it has no `properties`. Below the root they take combinations, so that nothing else is changed here.
 *
 * A combination is folded into one object that admits every alternative: all properties, of which only those are required
 * that every alternative requires. What the model can no longer read from it, the check of the arguments still tells.
 */
import type { JsonObject } from "../types.ts";

export function rootObjectSchema(schema: JsonObject): JsonObject {
  const isAccepted = schema["type"] === "object" && !REFUSED.some((key) => Object.hasOwn(schema, key));
  if (isAccepted) return isRecord(schema["properties"]) ? schema : { ...schema, properties: {} };
  const { properties, required } = fold(schema, { root: schema, depth: 0, known: new Map() });
  const kept = Object.entries(schema).filter(([key]) => !REFUSED.includes(key) && !FOLDED.has(key));
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.size === 0 ? undefined : { required: [...required] }),
    ...Object.fromEntries(kept),
  };
}

const REFUSED = ["anyOf", "oneOf", "allOf", "not", "enum", "const", "$ref"];
const FOLDED = new Set(["type", "properties", "required"]);

/** Schemas come from servers, and may be nested to no end. */
const MAX_DEPTH = 32;

interface Folded {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
}

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
  /** Each schema is folded once, however many references lead to it; in a circle it adds nothing to itself. */
  readonly known: Map<JsonObject, Folded>;
}

const NOTHING: Folded = { properties: new Map(), required: new Set() };

function fold(schema: unknown, place: Place): Folded {
  const { root, depth, known } = place;
  if (!isRecord(schema) || depth > MAX_DEPTH) return NOTHING;
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, NOTHING);
  const below = { ...place, depth: depth + 1 };
  const branches = (key: string): Folded[] => listAt(schema, key).map((branch) => fold(branch, below));
  const own: Folded = {
    properties: new Map(isRecord(schema["properties"]) ? Object.entries(schema["properties"]) : []),
    required: new Set(listAt(schema, "required").filter((name) => typeof name === "string")),
  };
  const target = fold(refer(schema["$ref"], root), below);
  const folded = both([
    own,
    target,
    ...branches("allOf"),
    oneOf(branches("anyOf")),
    oneOf(branches("oneOf")),
  ]);
  known.set(schema, folded);
  return folded;
}

function both(parts: readonly Folded[]): Folded {
  return {
    properties: mergeProperties(parts),
    required: new Set(parts.flatMap(({ required }) => [...required])),
  };
}

function oneOf(parts: readonly Folded[]): Folded {
  const [first = NOTHING, ...rest] = parts;
  const required = [...first.required].filter((name) => rest.every((part) => part.required.has(name)));
  return { properties: mergeProperties(parts), required: new Set(required) };
}

/** A property that the parts describe differently may be any of what they say. */
function mergeProperties(parts: readonly Folded[]): Map<string, unknown> {
  const found = new Map<string, Map<string, unknown>>();
  for (const [name, schema] of parts.flatMap(({ properties }) => [...properties])) {
    const variants = found.get(name) ?? new Map<string, unknown>();
    found.set(name, variants.set(JSON.stringify(schema), schema));
  }
  return new Map([...found].map(([name, variants]) => [name, anyOf([...variants.values()])]));
}

function anyOf(variants: readonly unknown[]): unknown {
  return variants.length === 1 ? variants[0] : { anyOf: variants };
}

/** Follows `#/$defs/Name` and `#/definitions/Name`. */
function refer(ref: unknown, root: JsonObject): unknown {
  const [, group = "", name = ""] =
    typeof ref === "string" ? (/^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? []) : [];
  const definitions = root[group];
  return isRecord(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

function listAt(schema: JsonObject, key: string): readonly unknown[] {
  const value = Object.hasOwn(schema, key) ? schema[key] : undefined;
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
