/**
 * The words of `tackle call NAME key=value…` → arguments, each typed by the tool's own schema: `count=5` is a number where
 * the tool wants a number and a string where it wants that. `key:=JSON` gives any value exactly.
 */
import { messageOf, TackleError } from "../errors.ts";
import type { JsonObject } from "../types.ts";
import { nearest } from "../util/nearest.ts";

export function argumentsFromWords(words: readonly string[], schema: JsonObject): JsonObject {
  const properties = objectAt(schema, "properties") ?? {};
  const result = Object.create(null) as Record<string, unknown>;
  for (const word of words) {
    const [, key, operator, text] = /^([^=]+?)(:?=)([\s\S]*)$/.exec(word) ?? [];
    if (key === undefined || text === undefined) throw notAPair(word, Object.keys(properties));
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const value =
      operator === ":=" ? parseJson(text, key) : typedValue(text, { key, schema: asObject(property) });
    const isList = Object.hasOwn(result, key) && typesOf(asObject(property)).includes("array");
    result[key] = isList ? [result[key], value].flat() : value;
  }
  return { ...result };
}

/** `--args` as JSON; a lone `-` was replaced by stdin before. */
export function argumentsFromJson(text: string): JsonObject {
  const value = parseJson(text, "--args");
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new TackleError({
    code: "usage",
    message: "--args must be a JSON object",
    hint: `Write --args '{"key": "value"}'.`,
  });
}

interface Typing {
  readonly key: string;
  readonly schema: JsonObject | undefined;
}

/** The first type of the schema that the text can be; a text that fits none stays a string, and the check will say why. */
function typedValue(text: string, { key, schema }: Typing): unknown {
  const types = typesOf(schema);
  if (types.length === 0 || types.includes("string")) return isEnumNumber(text, schema) ? Number(text) : text;
  for (const type of types) {
    if ((type === "number" || type === "integer") && text.trim() !== "" && Number.isFinite(Number(text)))
      return Number(text);
    if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
    if (type === "null" && text === "null") return null;
    if (type === "object" && text.trimStart().startsWith("{")) return parseJson(text, key);
    if (type === "array") return listFrom(text, { key, schema: asObject(schema?.["items"]) });
  }
  return text;
}

/** A JSON list, or words between commas. */
function listFrom(text: string, items: Typing): unknown {
  if (text.trimStart().startsWith("[")) return parseJson(text, items.key);
  return text === "" ? [] : text.split(",").map((item) => typedValue(item.trim(), items));
}

function isEnumNumber(text: string, schema: JsonObject | undefined): boolean {
  const choices = schema?.["enum"];
  return Array.isArray(choices) && !choices.includes(text) && choices.includes(Number(text));
}

/** The types that a schema allows, looking into anyOf and oneOf one level deep. */
function typesOf(schema: JsonObject | undefined): readonly string[] {
  if (schema === undefined) return [];
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((item) => typeof item === "string");
  const branches = [schema["anyOf"], schema["oneOf"]].flat().map(asObject);
  return branches.flatMap((branch) => (typeof branch?.["type"] === "string" ? [branch["type"]] : []));
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const message = `The value of ${where} is not JSON: ${messageOf(error)}`;
    throw new TackleError({
      code: "usage",
      message,
      hint: "Put it in single quotes, so that the shell leaves it alone.",
      cause: error,
    });
  }
}

function notAPair(word: string, known: readonly string[]): TackleError {
  const [suggestion] = nearest(word, known);
  const hint =
    suggestion === undefined ? "Write key=value, key:=JSON, or --args JSON." : `Write ${suggestion}=….`;
  return new TackleError({ code: "usage", message: `'${word}' is not an argument`, hint });
}

function objectAt(value: JsonObject, key: string): JsonObject | undefined {
  return asObject(Object.hasOwn(value, key) ? value[key] : undefined);
}

function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}
