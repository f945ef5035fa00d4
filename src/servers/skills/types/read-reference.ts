/** Types that are used by name: those of the language, the usual helpers around them, and those that the file knows. */
import type { TSType, TSTypeReference } from "@babel/types";
import { canonicalJson } from "../../../util/canonical-json.ts";
import type { DeclaredType } from "./declared-types.ts";
import { describe, intersectObjects, objectParts, objectSchema, readMembers } from "./read-object.ts";
import { ANYTHING, type Schema, type Scope, type TypeReading } from "./type-reading.ts";

/** The type arguments of `Promise<T>` and of what else only says when a value comes. */
export function awaited(type: TSType): TSType {
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return type;
  const [inner] = type.typeArguments?.params ?? [];
  return WRAPPERS.has(type.typeName.name) && inner !== undefined ? awaited(inner) : type;
}

const WRAPPERS: ReadonlySet<string> = new Set(["Promise", "PromiseLike", "Awaited"]);

export function readReference(type: TSTypeReference, scope: Scope, reading: TypeReading): Schema {
  if (type.typeName.type !== "Identifier") return reading.giveUp(type, "a type of another module");
  const { name } = type.typeName;
  const bound = scope.get(name);
  if (bound !== undefined) return bound;
  const args = (type.typeArguments?.params ?? []).map((argument) => reading.schemaOf(argument, scope));
  const declared = reading.declared.get(name);
  if (declared !== undefined) {
    const { home } = declared;
    const own = home.file === "" ? home.name : `${home.name} in ${home.file}`;
    const key = args.length === 0 ? own : `${own}<${canonicalJson(args)}>`;
    return reading.namedOnce(key, () => readDeclared(declared, { args, scope, reading }));
  }
  const schema = LANGUAGE.get(name)?.(args, reading);
  return schema ?? reading.giveUp(type, `the type '${name}'`);
}

interface Use {
  readonly args: readonly Schema[];
  readonly scope: Scope;
  readonly reading: TypeReading;
}

function readDeclared(declared: DeclaredType, { args, reading: outer }: Use): Schema {
  const reading = outer.within(declared.at, declared.home);
  const scope = new Map<string, Schema>();
  for (const [index, parameter] of declared.parameters.entries()) {
    const fallback = parameter.default ? reading.schemaOf(parameter.default, scope) : ANYTHING;
    scope.set(parameter.name.name, args[index] ?? fallback);
  }
  const schema =
    declared.alias === undefined
      ? readInterface(declared, scope, reading)
      : reading.schemaOf(declared.alias, scope);
  // A reference to something else keeps that one's own words.
  return "description" in schema ? schema : describe(schema, declared.description);
}

function readInterface({ heritage, members }: DeclaredType, scope: Scope, reading: TypeReading): Schema {
  const own = readMembers(members, scope, reading);
  if (heritage.length === 0) return own;
  const inherited = heritage.map(({ expression, typeArguments, loc }) => {
    if (expression.type !== "Identifier") return undefined;
    const reference = {
      type: "TSTypeReference",
      typeName: expression,
      typeArguments,
      loc,
    } as TSTypeReference;
    return reading.resolve(readReference(reference, scope, reading));
  });
  const known = inherited.filter((schema) => schema !== undefined && objectParts(schema) !== undefined);
  // What could not be read may have any members.
  const isOpen = known.length < heritage.length;
  const all = intersectObjects([...known, own].filter((schema) => schema !== undefined)) ?? own;
  return isOpen ? { ...all, additionalProperties: true } : all;
}

type ReadNamed = (args: readonly Schema[], reading: TypeReading) => Schema | undefined;

const arrayOf: ReadNamed = ([items]) => ({ type: "array", ...(items === undefined ? undefined : { items }) });
const itself: ReadNamed = ([inner]) => inner;

/** Names that mean the same in every file. */
const LANGUAGE: ReadonlyMap<string, ReadNamed> = new Map<string, ReadNamed>([
  ["String", () => ({ type: "string" })],
  ["Number", () => ({ type: "number" })],
  ["Boolean", () => ({ type: "boolean" })],
  ["Object", () => ({ type: "object" })],
  ["Array", arrayOf],
  ["ReadonlyArray", arrayOf],
  ["Readonly", itself],
  ["NonNullable", itself],
  ["Promise", itself],
  // JSON writes a date as text; nobody makes one of the text that an argument is.
  ["Date", (_args, { side }) => (side === "output" ? { type: "string" } : undefined)],
  ["Record", ([key, value]) => recordOf(key, value)],
  ["Partial", ([inner], reading) => withRequired(inner, reading, () => [])],
  ["Required", ([inner], reading) => withRequired(inner, reading, (names) => names)],
  ["Pick", ([inner, keys], reading) => selected(inner, reading, (name) => namesIn(keys)?.has(name) === true)],
  ["Omit", ([inner, keys], reading) => selected(inner, reading, (name) => namesIn(keys)?.has(name) !== true)],
]);

function recordOf(key: Schema | undefined, value: Schema = ANYTHING): Schema {
  const names = namesIn(key);
  if (names === undefined) return { type: "object", additionalProperties: value };
  return objectSchema({ properties: [...names].map((name) => [name, value]), required: [...names] }, "input");
}

/** The names in a union of literals. */
function namesIn(schema: Schema | undefined): ReadonlySet<string> | undefined {
  const values = schema?.["enum"] ?? (schema?.["const"] === undefined ? undefined : [schema["const"]]);
  return Array.isArray(values) ? new Set(values.map(String)) : undefined;
}

function withRequired(
  inner: Schema | undefined,
  reading: TypeReading,
  choose: (names: readonly string[]) => readonly string[],
): Schema | undefined {
  const parts = inner && objectParts(reading.resolve(inner));
  if (parts === undefined) return undefined;
  const required = choose(parts.properties.map(([name]) => name));
  return objectSchema({ ...parts, required }, reading.side);
}

function selected(
  inner: Schema | undefined,
  reading: TypeReading,
  isWanted: (name: string) => boolean,
): Schema | undefined {
  const parts = inner && objectParts(reading.resolve(inner));
  if (parts === undefined) return undefined;
  const properties = parts.properties.filter(([name]) => isWanted(name));
  return objectSchema({ ...parts, properties, required: parts.required.filter(isWanted) }, reading.side);
}
