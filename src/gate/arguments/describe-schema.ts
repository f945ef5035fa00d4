/** What a schema wants, in words that fit behind "must be": `a whole number from 1 to 50`, `one of "a" or "b"`. */
import { describeFormat } from "./formats.ts";
import { listNames, listValues, safeText } from "./safe-text.ts";
import { dereference, isSchemaObject, schemasIn, type Schema, type SchemaObject } from "./schema.ts";

const MAX_CHOICES = 12;
const MAX_ALTERNATIVES = 4;
const MAX_DEPTH = 4;
const MAX_PATTERN = 80;

/** `root` holds the definitions that the schema may refer to. */
export function describeSchema(schema: Schema, root: SchemaObject): string {
  const different = [...new Set(describeForms(schema, { root, depth: 0 }))];
  const shown = different.slice(0, MAX_ALTERNATIVES);
  const more = different.length - shown.length;
  if (more > 0) shown.push(more === 1 ? "another form" : `${more} other forms`);
  return shown.join(" or ") || ANOTHER_FORM;
}

/** For a schema that names no form in words. */
export const ANOTHER_FORM = "of another form";

interface Where {
  readonly root: SchemaObject;
  readonly depth: number;
}

/** What the value may be, each form by itself; none when there is nothing to say. */
function describeForms(schema: Schema, { root, depth }: Where): string[] {
  const resolved = dereference(schema, root);
  if (!isSchemaObject(resolved) || depth > MAX_DEPTH) return [];
  if (Array.isArray(resolved["enum"])) return [describeChoices(resolved["enum"])];
  const below = { root, depth: depth + 1 };
  const types = typesOf(resolved);
  if (types.length > 0) return types.map((type) => describeType(type, resolved, below));
  const alternatives = [...schemasIn(resolved, "anyOf"), ...schemasIn(resolved, "oneOf")];
  if (alternatives.length > 0) return alternatives.flatMap((inner) => describeForms(inner, below));
  const parts = schemasIn(resolved, "allOf").flatMap((inner) => describeForms(inner, below));
  if (parts.length > 0) return [[...new Set(parts)].slice(0, MAX_ALTERNATIVES).join(" and ")];
  return describeUntyped(resolved, below);
}

/** The types that the schema names itself. */
export function typesOf({ type }: SchemaObject): readonly string[] {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? (type as string[]) : [];
}

function describeChoices(choices: readonly unknown[]): string {
  return choices.length === 1 ? listValues(choices, 1) : `one of ${listValues(choices, MAX_CHOICES)}`;
}

function describeType(type: string, schema: SchemaObject, below: Where): string {
  switch (type) {
    case "string":
      return describeString(schema);
    case "number":
      return `a number${describeRange(schema)}`;
    case "integer":
      return `a whole number${describeRange(schema)}`;
    case "boolean":
      return "true or false";
    case "array":
      return describeList(schema, below);
    case "object":
      return describeObject(schema);
    default:
      return type;
  }
}

/** A schema that names no type still says something by its other keywords. */
function describeUntyped(schema: SchemaObject, below: Where): string[] {
  const has = (...keywords: readonly string[]) => keywords.some((keyword) => keyword in schema);
  if (has("pattern", "format", "minLength", "maxLength")) return [describeString(schema)];
  if (describeRange(schema) !== "") return [`a number${describeRange(schema)}`];
  if (has("items", "minItems", "maxItems")) return [describeList(schema, below)];
  return has("properties", "required", "minProperties", "maxProperties") ? [describeObject(schema)] : [];
}

function describeString(schema: SchemaObject): string {
  const { format, pattern } = schema;
  const noun = (typeof format === "string" ? describeFormat(format) : undefined) ?? "a string";
  const length = describeCount(schema, { least: "minLength", most: "maxLength", unit: "character" });
  return (
    noun + length + (typeof pattern === "string" ? ` that matches ${safeText(pattern, MAX_PATTERN)}` : "")
  );
}

function describeRange({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: SchemaObject): string {
  const step = typeof multipleOf === "number" ? `, a multiple of ${multipleOf}` : "";
  if (typeof minimum === "number" && typeof maximum === "number")
    return ` from ${minimum} to ${maximum}${step}`;
  const bounds = [
    typeof minimum === "number" ? `of at least ${minimum}` : "",
    typeof exclusiveMinimum === "number" ? `above ${exclusiveMinimum}` : "",
    typeof maximum === "number" ? `of at most ${maximum}` : "",
    typeof exclusiveMaximum === "number" ? `below ${exclusiveMaximum}` : "",
  ].filter((bound) => bound !== "");
  return (bounds.length > 0 ? ` ${bounds.join(" and ")}` : "") + step;
}

function describeList(schema: SchemaObject, below: Where): string {
  const count = describeCount(schema, { least: "minItems", most: "maxItems", unit: "item" });
  const { items } = schema;
  const forms = isSchemaObject(items)
    ? [...new Set(describeForms(items, below))].slice(0, MAX_ALTERNATIVES)
    : [];
  const each =
    forms.length === 0 ? "" : `${count === "" ? " in which each is" : ", each"} ${forms.join(" or ")}`;
  return `a list${count}${each}${schema["uniqueItems"] === true ? " without repeats" : ""}`;
}

function describeObject(schema: SchemaObject): string {
  const required = schema["required"];
  const names = Array.isArray(required) ? ` with ${listNames(required as string[])}` : "";
  return `an object${names || describeCount(schema, { least: "minProperties", most: "maxProperties", unit: "property" })}`;
}

interface CountWords {
  readonly least: string;
  readonly most: string;
  readonly unit: string;
}

function describeCount(schema: SchemaObject, { least, most, unit }: CountWords): string {
  const { [least]: min, [most]: max } = schema;
  const plural = (count: unknown) =>
    `${String(count)} ${count === 1 ? unit : unit.replace(/y$/, "ie") + "s"}`;
  if (typeof min === "number" && typeof max === "number") {
    return min === max ? ` of exactly ${plural(max)}` : ` of ${min} to ${plural(max)}`;
  }
  if (typeof min === "number" && min > 0) return ` of at least ${plural(min)}`;
  return typeof max === "number" ? ` of at most ${plural(max)}` : "";
}
