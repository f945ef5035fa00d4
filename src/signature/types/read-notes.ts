/** What a schema demands beyond what a type can say, as a few words each: `integer`, `1–20`, `format: uri`. */
import { writeDefault } from "./write-literal.ts";

type JsonSchema = { readonly [keyword: string]: unknown };

const MAX_PATTERN_CHARS = 80;
const MAX_WORD_CHARS = 40;

export function notesOf(schema: JsonSchema): string[] {
  return READERS.flatMap((read) => read(schema) ?? []);
}

const READERS: readonly ((schema: JsonSchema) => string | undefined)[] = [
  ({ type }) => (type === "integer" ? "integer" : undefined),
  readBounds,
  ({ minLength, maxLength }) => span(minLength, maxLength, ["character", "characters"]),
  ({ minItems, maxItems }) => span(minItems, maxItems, ["item", "items"]),
  ({ minProperties, maxProperties }) => span(minProperties, maxProperties, ["entry", "entries"]),
  ({ multipleOf }) => (isNumber(multipleOf) ? `multiple of ${multipleOf}` : undefined),
  ({ uniqueItems }) => (uniqueItems === true ? "no repeats" : undefined),
  ({ format }) => (isWord(format) ? `format: ${format}` : undefined),
  ({ contentEncoding }) => (isWord(contentEncoding) ? contentEncoding : undefined),
  ({ contentMediaType }) => (isWord(contentMediaType) ? contentMediaType : undefined),
  ({ pattern }) =>
    typeof pattern === "string" && pattern.length <= MAX_PATTERN_CHARS ? `pattern: ${pattern}` : undefined,
  ({ examples }) => readExample(Array.isArray(examples) ? examples[0] : undefined),
  ({ deprecated }) => (deprecated === true ? "deprecated" : undefined),
  readNeeds,
];

/** In draft-04 the exclusive bounds were flags beside the others. */
function readBounds(schema: JsonSchema): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  const low = isBound(above) ? `> ${above}` : isBound(minimum) ? `≥ ${minimum}` : undefined;
  const high = isBound(below) ? `< ${below}` : isBound(maximum) ? `≤ ${maximum}` : undefined;
  if (low?.startsWith("≥") === true && high?.startsWith("≤") === true)
    return `${String(minimum)}–${String(maximum)}`;
  return [low, high].filter((bound) => bound !== undefined).join(", ") || undefined;
}

/** Generators give every integer the bounds of its type, which tell nobody anything. */
function isBound(value: unknown): value is number {
  return isNumber(value) && Math.abs(value) < LARGEST_BOUND;
}

const LARGEST_BOUND = 2 ** 31 - 1;

type Unit = readonly [singular: string, plural: string];

function span(least: unknown, most: unknown, unit: Unit): string | undefined {
  // Everything has at least nothing, so nobody needs to hear it.
  const low = isNumber(least) && least > 0 ? least : undefined;
  if (!isNumber(most)) return low === undefined ? undefined : `at least ${count(low, unit)}`;
  if (low === undefined) return `at most ${count(most, unit)}`;
  return low === most ? count(low, unit) : `${low}–${count(most, unit)}`;
}

function count(amount: number, [singular, plural]: Unit): string {
  return `${amount} ${amount === 1 ? singular : plural}`;
}

function readExample(example: unknown): string | undefined {
  const text = example === undefined ? undefined : writeDefault(example);
  return text === undefined ? undefined : `for example ${text}`;
}

const MAX_NEEDS = 6;

/** `anyOf: [{required: ["a"]}, {required: ["b"]}]`: which of the properties must be there. */
function readNeeds({ anyOf, oneOf }: JsonSchema): string | undefined {
  const alternatives: unknown = anyOf ?? oneOf;
  if (!Array.isArray(alternatives) || alternatives.length < 2 || alternatives.length > MAX_NEEDS)
    return undefined;
  const needs = alternatives.map((one: unknown) => namesNeededBy(one));
  return needs.includes(undefined) ? undefined : `needs ${needs.join(", or ")}`;
}

function namesNeededBy(alternative: unknown): string | undefined {
  if (typeof alternative !== "object" || alternative === null || !("required" in alternative))
    return undefined;
  const { required, ...others } = alternative;
  const isOnlyThat = Object.keys(others).every((key) => key === "type" || key === "description");
  if (!isOnlyThat || !Array.isArray(required) || required.length === 0 || required.length > MAX_NEEDS)
    return undefined;
  return required.every(isWord) ? required.join(" and ") : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_WORD_CHARS;
}
