/** A JSON Schema after `prepareSchema`: only keywords that we know, each with a value of the right shape. */

export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** Where `prepareSchema` puts everything that a `$ref` leads to. */
export const REFERENCE_PREFIX = "#/$defs/";

/** Our own keyword: how much work one visit of this schema object is. */
export const COST = "tackle:cost";

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas under a keyword that holds a list of them. */
export function schemasIn(schema: SchemaObject, keyword: string): readonly Schema[] {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as Schema[]) : [];
}

/** The entries of a keyword that maps names to schemas. */
export function namedSchemasIn(schema: SchemaObject, keyword: string): readonly [string, Schema][] {
  const value = schema[keyword];
  return isSchemaObject(value) ? (Object.entries(value) as [string, Schema][]) : [];
}

/** What a `$ref` of a prepared schema leads to, or undefined for anything else. */
export function lookUp(reference: unknown, root: SchemaObject): Schema | undefined {
  const definitions = root["$defs"];
  if (typeof reference !== "string" || !isSchemaObject(definitions)) return undefined;
  return definitions[reference.slice(REFERENCE_PREFIX.length)] as Schema | undefined;
}

/** Follows `$ref`s of a prepared schema, never round in a circle. */
export function dereference(schema: Schema, root: SchemaObject): Schema {
  let current = schema;
  for (let hop = 0; hop < MAX_HOPS && isSchemaObject(current); hop += 1) {
    const next = lookUp(current["$ref"], root);
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

const MAX_HOPS = 16;
