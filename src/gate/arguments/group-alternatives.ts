/**
 * Wide unions, made narrow. Code for an `anyOf` of a thousand alternatives is nested a thousand deep, which takes the
 * engine seconds to read; groups of groups mean the same. Alternatives that only name values become one list of values.
 */
import { COST, isSchemaObject, schemasIn, type Schema, type SchemaObject } from "./schema.ts";

const GROUP_SIZE = 16;
/** A wider `oneOf` is read as `anyOf`: it cannot be grouped, and to let pass what fits twice harms nobody. */
const MAX_EXCLUSIVE = 32;
const GROUP = "tackle:group";

/** The schema with its unions in the form that compiles best. */
export function groupAlternatives(schema: SchemaObject): SchemaObject {
  const { anyOf, oneOf, ...others } = schema;
  const any = mergeChoices(Array.isArray(anyOf) ? (anyOf as Schema[]) : []);
  const one = mergeChoices(Array.isArray(oneOf) ? (oneOf as Schema[]) : []);
  const isWide = one.length > MAX_EXCLUSIVE;
  const unions: [string, Schema[]][] = [];
  if (any.length > 0) unions.push(["anyOf", group(any)]);
  if (one.length > 0 && !isWide) unions.push(["oneOf", one]);
  // Both unions at once are rare, and then the wide one gets a place of its own.
  if (one.length > 0 && isWide) {
    if (any.length === 0) unions.push(["anyOf", group(one)]);
    else unions.push(["allOf", [...schemasIn(schema, "allOf"), groupOf(group(one))]]);
  }
  return unions.length === 0 ? schema : { ...others, ...Object.fromEntries(unions) };
}

/** The alternatives as they were before they were grouped. */
export function ungroupAlternatives(alternatives: readonly Schema[]): readonly Schema[] {
  return alternatives.flatMap((schema) =>
    isSchemaObject(schema) && schema[GROUP] === true
      ? ungroupAlternatives(schemasIn(schema, "anyOf"))
      : [schema],
  );
}

function group(alternatives: Schema[]): Schema[] {
  if (alternatives.length <= GROUP_SIZE) return alternatives;
  const groups: Schema[] = [];
  for (let start = 0; start < alternatives.length; start += GROUP_SIZE) {
    groups.push(groupOf(alternatives.slice(start, start + GROUP_SIZE)));
  }
  return group(groups);
}

function groupOf(alternatives: readonly Schema[]): SchemaObject {
  return { anyOf: alternatives, [GROUP]: true, [COST]: alternatives.length };
}

/** `{ const: "a" }, { const: "b" }` is `{ enum: ["a", "b"] }`. A value that stands twice is kept as it is. */
function mergeChoices(alternatives: readonly Schema[]): Schema[] {
  const lists = alternatives.filter(isOnlyChoices);
  const values = lists.flatMap((schema) => schema.enum);
  if (lists.length < 2 || new Set(values).size < values.length) return [...alternatives];
  const merged = { enum: values, [COST]: 1 + values.length };
  return [merged, ...alternatives.filter((schema) => !isOnlyChoices(schema))];
}

function isOnlyChoices(schema: Schema): schema is SchemaObject & { readonly enum: readonly unknown[] } {
  if (!isSchemaObject(schema) || !Array.isArray(schema["enum"])) return false;
  return Object.keys(schema).every(
    (keyword) => keyword === "enum" || keyword === "description" || keyword === COST,
  );
}
