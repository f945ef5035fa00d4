/**
 * The keywords that hold no schemas, read leniently: what has the wrong shape (`required: true`, `minimum: "1"`,
 * `type: "dict"`) is left out like an unknown keyword, because refusing the schema would make its tool unusable.
 */
import { isKnownFormat } from "./formats.ts";
import { isSchemaObject } from "./schema.ts";

/** The keywords of the schema that say something about the value itself, in the words of 2020-12. */
export function readKeywords(schema: Readonly<Record<string, unknown>>): [string, unknown][] {
  const found: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const read = READERS.get(keyword)?.(value, schema);
    if (read !== undefined) found.push([RENAMED.get(keyword) ?? keyword, read]);
  }
  return found;
}

type Reader = (value: unknown, schema: Readonly<Record<string, unknown>>) => unknown;

/** One allowed value is a list of one. `dependencies` was split in 2019-09; its schemas are read elsewhere. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["const", "enum"],
  ["dependencies", "dependentRequired"],
]);

const MAX_DESCRIPTION = 400;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["type", readType],
  ["const", (value, { enum: list }) => (Array.isArray(list) ? undefined : [value])],
  ["enum", readEnum],
  ["required", readNames],
  ["dependentRequired", readNameLists],
  ["dependencies", readNameLists],
  ["minimum", (value, { exclusiveMinimum }) => (exclusiveMinimum === true ? undefined : readNumber(value))],
  ["maximum", (value, { exclusiveMaximum }) => (exclusiveMaximum === true ? undefined : readNumber(value))],
  // In draft-04 they are booleans that change the meaning of the other one.
  ["exclusiveMinimum", (value, { minimum }) => readNumber(value === true ? minimum : value)],
  ["exclusiveMaximum", (value, { maximum }) => readNumber(value === true ? maximum : value)],
  ["multipleOf", (value) => (typeof value === "number" && value > 0 ? readNumber(value) : undefined)],
  ["minLength", readCount],
  ["maxLength", readCount],
  ["minItems", readCount],
  ["maxItems", readCount],
  ["minContains", readCount],
  ["maxContains", readCount],
  ["minProperties", readCount],
  ["maxProperties", readCount],
  ["uniqueItems", (value) => (value === true ? true : undefined)],
  ["pattern", (value) => (typeof value === "string" ? value : undefined)],
  ["format", (value) => (typeof value === "string" && isKnownFormat(value) ? value : undefined)],
  ["description", (value) => (typeof value === "string" ? value.slice(0, MAX_DESCRIPTION) : undefined)],
]);

const TYPES: ReadonlySet<unknown> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/** OpenAPI's `nullable` allows null besides. One unknown type among them, and nothing is said about the type. */
function readType(value: unknown, { nullable }: Readonly<Record<string, unknown>>): unknown {
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (types.length === 0 || !types.every((type) => TYPES.has(type))) return undefined;
  const all = [...new Set(nullable === true ? [...types, "null"] : types)];
  return all.length === 1 ? all[0] : all;
}

function readEnum(value: unknown, { nullable }: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return nullable === true && !value.includes(null) ? [...(value as unknown[]), null] : value;
}

function readNumber(value: unknown): unknown {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function readCount(value: unknown): unknown {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function readNames(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = new Set(value.filter((name) => typeof name === "string"));
  return names.size > 0 ? [...names] : undefined;
}

function readNameLists(value: unknown): unknown {
  if (!isSchemaObject(value)) return undefined;
  const lists = Object.entries(value).flatMap(([name, names]) => {
    const read = readNames(names);
    return read === undefined ? [] : [[name, read] as const];
  });
  return lists.length > 0 ? Object.fromEntries(lists) : undefined;
}
