/**
 * A tool's JSON Schema → a type. The schema is untrusted: it may be endless, circular or nonsense. Reading takes a bounded
 * number of steps, follows only references inside the schema, never throws, and calls what it cannot read `unknown`.
 */
import { createReferenceFinder } from "../../util/find-schema-reference.ts";
import { isObject } from "../../util/is-object.ts";
import { intersectionOf, unionOf } from "./combine-types.ts";
import { notesOf } from "./read-notes.ts";
import { readObject } from "./read-object.ts";
import type { Described, SchemaReader } from "./schema-reader.ts";
import { NULL, OBJECT, UNKNOWN, word, type Literal, type TypeNode } from "./type-node.ts";

/** Of schemas: real tools stay below 400. */
const MAX_STEPS = 4000;
const ENTRIES_A_STEP = 64;
const MAX_DEPTH = 24;
const MAX_ENUM = 200;
const MAX_ALTERNATIVES = 40;
const MAX_TUPLE = 20;

export function readSchema(root: unknown): TypeNode {
  return createReader(root).read(root);
}

function createReader(root: unknown): SchemaReader {
  const find = createReferenceFinder(isObject(root) ? root : {});
  /** The schemas that are being read right now: meeting one again is a circle. */
  const open = new Set<object>();
  let steps = 0;

  const charge = (entries: number): void => {
    steps += Math.floor(entries / ENTRIES_A_STEP);
  };
  const reader: SchemaReader = { read, charge, describe };
  return reader;

  function read(schema: unknown): TypeNode {
    if (schema === false) return word("never");
    if (!isObject(schema)) return UNKNOWN;
    steps += 1;
    if (steps > MAX_STEPS || open.size >= MAX_DEPTH || open.has(schema)) return roughly(schema);
    open.add(schema);
    const type = readParts(schema);
    open.delete(schema);
    return type;
  }

  function readParts(schema: JsonSchema): TypeNode {
    const parts = [readOwn(schema), ...referenced(schema).map(read), ...listed(schema, "allOf").map(read)];
    for (const keyword of ["anyOf", "oneOf"]) {
      const alternatives = listed(schema, keyword);
      if (alternatives.length > 0) parts.push(unionOf(alternatives.map(read), hidden(schema, keyword)));
    }
    const type = intersectionOf(parts);
    return schema["nullable"] === true ? unionOf([type, NULL]) : type;
  }

  /** What its own keywords say, without those that combine schemas. */
  function readOwn(schema: JsonSchema): TypeNode {
    if (Object.hasOwn(schema, "const")) return literalOf(schema["const"]);
    const values = schema["enum"];
    if (Array.isArray(values) && values.length > 0)
      return unionOf(values.slice(0, MAX_ENUM).map(literalOf), Math.max(0, values.length - MAX_ENUM));
    const type = schema["type"];
    if (Array.isArray(type) && type.length > 0)
      return unionOf(type.slice(0, MAX_ALTERNATIVES).map((one) => readNamed(one, schema)));
    return readNamed(type ?? impliedType(schema), schema);
  }

  function readNamed(type: unknown, schema: JsonSchema): TypeNode {
    switch (type) {
      case "string":
      case "number":
      case "boolean":
      case "null":
        return word(type);
      case "integer":
        return word("number");
      case "object":
        return readObject(schema, reader);
      case "array":
        return readArray(schema);
      default:
        return UNKNOWN;
    }
  }

  /** Before 2020-12 a list under `items` was what `prefixItems` is now. */
  function readArray({ items, prefixItems, additionalItems }: JsonSchema): TypeNode {
    const places = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
    if (places.length === 0) return { kind: "array", items: Array.isArray(items) ? UNKNOWN : read(items) };
    const others = Array.isArray(items) ? additionalItems : items;
    const isCut = places.length > MAX_TUPLE;
    return {
      kind: "tuple",
      items: places.slice(0, MAX_TUPLE).map(read),
      rest: isCut ? UNKNOWN : isObject(others) ? read(others) : undefined,
    };
  }

  function referenced(schema: JsonSchema): unknown[] {
    const reference = schema["$ref"] ?? schema["$dynamicRef"] ?? schema["$recursiveRef"];
    if (typeof reference !== "string" || reference.length > MAX_REFERENCE_CHARS) return [];
    const found = find(reference);
    return found.kind === "local" ? [found.target] : [];
  }

  function describe(schema: unknown): Described {
    let current = schema;
    let description: string | undefined;
    const notes: string[] = [];
    for (let hop = 0; hop < MAX_HOPS && isObject(current); hop++) {
      description ??= textOf(current["description"]);
      if (notes.length === 0) notes.push(...notesOf(current));
      current = referenced(current)[0] ?? soleAlternative(current);
    }
    return { description, notes };
  }
}

const MAX_HOPS = 4;
const MAX_REFERENCE_CHARS = 1000;
/** Whether a text is blank is seen in its beginning. */
const MAX_BLANK_CHARS = 2000;

type JsonSchema = { readonly [keyword: string]: unknown };

/** `anyOf: [X, {type: "null"}]`, as generators write what may be left out: X speaks for the whole. */
function soleAlternative(schema: JsonSchema): unknown {
  const alternatives = [...listed(schema, "anyOf"), ...listed(schema, "oneOf"), ...listed(schema, "allOf")];
  const real = alternatives.filter((one) => isObject(one) && one["type"] !== "null");
  return real.length === 1 ? real[0] : undefined;
}

function listed(schema: JsonSchema, keyword: string): readonly unknown[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value.slice(0, MAX_ALTERNATIVES) : [];
}

function hidden(schema: JsonSchema, keyword: string): number {
  const value = schema[keyword];
  return Array.isArray(value) ? Math.max(0, value.length - MAX_ALTERNATIVES) : 0;
}

/** The kind of a schema that is not read: too deep, too much, or a circle. */
function roughly(schema: JsonSchema): TypeNode {
  const type = schema["type"] ?? impliedType(schema);
  if (type === "object") return OBJECT;
  if (type === "array") return { kind: "array", items: UNKNOWN };
  return type === "string" || type === "number" || type === "boolean" ? word(type) : UNKNOWN;
}

/** Many leave out the type where other keywords make it plain. */
function impliedType(schema: JsonSchema): string | undefined {
  if (isObject(schema["properties"]) || isObject(schema["patternProperties"])) return "object";
  if (isObject(schema["additionalProperties"])) return "object";
  return isObject(schema["items"]) || Array.isArray(schema["prefixItems"]) ? "array" : undefined;
}

function literalOf(value: unknown): TypeNode {
  if (value === null) return NULL;
  if (typeof value === "string" && value.length > MAX_LITERAL_CHARS) return word("string");
  if (typeof value === "number" && !Number.isFinite(value)) return word("number");
  if (isLiteral(value)) return { kind: "literal", value };
  return Array.isArray(value) ? { kind: "array", items: UNKNOWN } : isObject(value) ? OBJECT : UNKNOWN;
}

const MAX_LITERAL_CHARS = 120;

function isLiteral(value: unknown): value is Literal {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.slice(0, MAX_BLANK_CHARS).trim() !== "" ? value : undefined;
}
