/** Several schemas of which one holds → one, in the shortest form that a model reads well. */
import { canonicalJson } from "../../../util/canonical-json.ts";
import { ANYTHING, type Schema } from "./type-reading.ts";

export function uniteSchemas(given: readonly Schema[]): Schema {
  const flat = given.flatMap((schema) => (isList(schema["anyOf"]) ? schema["anyOf"] : [schema]));
  const members = [...new Map(flat.map((schema) => [canonicalJson(schema), schema])).values()];
  if (members.length === 0 || members.some((schema) => Object.keys(schema).length === 0)) return ANYTHING;
  const [first = ANYTHING, ...others] = members;
  if (others.length === 0) return first;
  const choices = members.map(choicesOf);
  const isClosed = choices.every((choice) => choice !== undefined) && choices.flat().length > 0;
  if (isClosed && members.some(({ type }) => type !== "null")) return chooseFrom(members, choices.flat());
  if (members.every(isPlain)) return { type: typesOf(members) };
  return { anyOf: joinLiterals(members) };
}

/** The values that a schema lists, when it lists them all. */
function choicesOf(schema: Schema): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  if (isPlain(schema) && schema["type"] === "null") return [null];
  return Array.isArray(schema["enum"]) ? (schema["enum"] as readonly unknown[]) : undefined;
}

function chooseFrom(members: readonly Schema[], values: readonly unknown[]): Schema {
  const isAnyBoolean = values.includes(true) && values.includes(false);
  const type = typesOf(members);
  // `true | false` is how a boolean looks to whoever takes unions apart.
  if (isAnyBoolean && values.every((value) => typeof value === "boolean")) return { type: "boolean" };
  return { type, enum: [...new Set(values)] };
}

/** In a mixed union the literals are one member, and not one each. */
function joinLiterals(members: readonly Schema[]): Schema[] {
  const literals = members.filter(
    (schema) => Object.hasOwn(schema, "const") || Object.hasOwn(schema, "enum"),
  );
  if (literals.length < 2) return [...members];
  const joined = chooseFrom(
    literals,
    literals.flatMap((schema) => choicesOf(schema) ?? []),
  );
  return [joined, ...members.filter((schema) => !literals.includes(schema))];
}

function isPlain(schema: Schema): boolean {
  return typeof schema["type"] === "string" && Object.keys(schema).length === 1;
}

function typesOf(members: readonly Schema[]): unknown {
  const types = [
    ...new Set(members.flatMap(({ type }): readonly unknown[] => (isList(type) ? type : [type]))),
  ];
  return types.length === 1 ? types[0] : types;
}

function isList(value: unknown): value is readonly Schema[] {
  return Array.isArray(value);
}
