/** Copies one schema with all below it: known keywords only, in the words of 2020-12, each object with its cost. */
import type { Patterns } from "./linear-pattern.ts";
import { groupAlternatives } from "./group-alternatives.ts";
import { readKeywords } from "./read-keywords.ts";
import { readSubschemas } from "./read-subschemas.ts";
import { COST, isSchemaObject, type Schema, type SchemaObject } from "./schema.ts";

export interface CopyRules {
  /** The `$ref` to write where the server's schema has this one. */
  readonly nameOf: (reference: string) => string;
  readonly patterns: Patterns | undefined;
  readonly refStandsAlone: boolean;
}

export interface Copier {
  /** What is neither an object nor a boolean is no schema, and allows everything. */
  copy(given: unknown): Schema;
  /** How many schemas were copied so far. */
  copied(): number;
}

export function createCopier({ nameOf, patterns, refStandsAlone }: CopyRules): Copier {
  let count = 0;

  function copy(given: unknown): Schema {
    if (!isSchemaObject(given)) return typeof given === "boolean" ? given : true;
    count += 1;
    // With one schema resource, dynamic references lead where static ones do.
    const reference = [given["$ref"], given["$dynamicRef"], given["$recursiveRef"]].find(isText);
    if (reference !== undefined && refStandsAlone) return { $ref: nameOf(reference), [COST]: 1 };
    const copied = Object.fromEntries([...readKeywords(given), ...readSubschemas(given, copy)]);
    if (reference !== undefined) copied["$ref"] = nameOf(reference);
    hideProtoProperty(copied);
    dropUndecidedPatterns(copied, patterns);
    if (Object.keys(copied).every((keyword) => keyword === "description")) return copied;
    const priced = { ...groupAlternatives(copied), [COST]: costOf(copied) };
    return given["nullable"] === true ? allowNull(priced) : priced;
  }

  return { copy, copied: () => count };
}

/** OpenAPI's `nullable`. With a type it was read as another type; around references and unions it needs a union. */
function allowNull(schema: SchemaObject): SchemaObject {
  const isComposed = ["$ref", "anyOf", "oneOf", "allOf"].some((keyword) => keyword in schema);
  return isComposed ? { anyOf: [schema, { type: "null", [COST]: 1 }], [COST]: 2 } : schema;
}

/** ajv passes over a property that is called `__proto__`; as a pattern it is a name like any other. */
function hideProtoProperty(copied: Record<string, unknown>): void {
  const { properties } = copied;
  if (!isSchemaObject(properties) || !Object.hasOwn(properties, "__proto__")) return;
  const { ["__proto__"]: hidden, ...others } = properties;
  const known = isSchemaObject(copied["patternProperties"]) ? copied["patternProperties"] : {};
  copied["properties"] = others;
  copied["patternProperties"] = { ...known, ["^__proto__$"]: hidden };
}

/** Which properties an undecided pattern covers is unknown, and so is which ones are left over. */
function dropUndecidedPatterns(copied: Record<string, unknown>, patterns: Patterns | undefined): void {
  const { patternProperties } = copied;
  if (!isSchemaObject(patternProperties)) return;
  const all = Object.entries(patternProperties);
  const decided = all.filter(([source]) => patterns?.find(source) !== undefined);
  if (decided.length === all.length) return;
  copied["patternProperties"] = Object.fromEntries(decided);
  delete copied["additionalProperties"];
  delete copied["unevaluatedProperties"];
}

/** One for each keyword, and one for each entry of those that are lists or maps. */
function costOf(copied: Record<string, unknown>): number {
  let cost = 1;
  for (const value of Object.values(copied)) {
    cost += Array.isArray(value) ? 1 + value.length : 1;
    if (isSchemaObject(value)) cost += Object.keys(value).length;
  }
  return cost;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
