/** The keywords that hold schemas, in the words of 2020-12 whatever draft they were written for. */
import { isSchemaObject, type Schema, type SchemaObject } from "./schema.ts";

type Copy = (given: unknown) => Schema;
type Reader = (given: SchemaObject, copy: Copy) => readonly [string, unknown][];

/** The keywords with copies of their schemas; those with anything else than schemas are left out. */
export function readSubschemas(given: SchemaObject, copy: Copy): [string, unknown][] {
  return READERS.flatMap((read) => read(given, copy));
}

const READERS: readonly Reader[] = [
  ...["additionalProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems"].map(readSchema),
  ...["contains", "not", "if", "then", "else"].map(readSchema),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map(readSchemaList),
  ...["properties", "patternProperties", "dependentSchemas", "dependencies"].map(readSchemaMap),
  readItems,
];

function readSchema(keyword: string): Reader {
  return (given, copy) => {
    const value = given[keyword];
    return isSchemaObject(value) || typeof value === "boolean" ? [[keyword, copy(value)]] : [];
  };
}

function readSchemaList(keyword: string): Reader {
  return (given, copy) => {
    const value = given[keyword];
    return Array.isArray(value) && value.length > 0 ? [[keyword, value.map(copy)]] : [];
  };
}

/** `dependencies` mixes schemas with lists of names; the lists are read elsewhere. */
function readSchemaMap(keyword: string): Reader {
  const isMixed = keyword === "dependencies";
  return (given, copy) => {
    const value = given[keyword];
    if (!isSchemaObject(value)) return [];
    const schemas = Object.entries(value).filter(([, inner]) => !isMixed || isSchemaObject(inner));
    if (schemas.length === 0) return [];
    const copied = Object.fromEntries(schemas.map(([name, inner]) => [name, copy(inner)]));
    return [[isMixed ? "dependentSchemas" : keyword, copied]];
  };
}

/** Before 2020-12 a list of schemas under `items` was what `prefixItems` is now, and the rest `additionalItems`. */
function readItems({ items, additionalItems }: SchemaObject, copy: Copy): readonly [string, unknown][] {
  if (!Array.isArray(items)) {
    return isSchemaObject(items) || typeof items === "boolean" ? [["items", copy(items)]] : [];
  }
  const rest: [string, unknown][] = additionalItems === undefined ? [] : [["items", copy(additionalItems)]];
  return items.length > 0 ? [["prefixItems", items.map(copy)], ...rest] : rest;
}
