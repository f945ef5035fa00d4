/** The sentences of argument problems. */
import { nearest } from "../../util/nearest.ts";
import type { ArgumentProblem } from "./argument-problem.ts";
import { ANOTHER_FORM, describeSchema } from "./describe-schema.ts";
import { describePath, describeValue, listNames, safeText } from "./safe-text.ts";
import { dereference, isSchemaObject, namedSchemasIn, type SchemaObject } from "./schema.ts";

/** Keys and indices that lead to a value in the arguments. */
export type Place = readonly (string | number)[];

const MAX_DESCRIPTION = 80;

export interface WrongValue {
  readonly expected: string;
  readonly value: unknown;
  /** What the value may be, where that is a list. */
  readonly choices?: unknown;
}

/** `'count' must be a whole number from 1 to 50, not "many"` */
export function valueProblem(place: Place, { expected, value, choices }: WrongValue): ArgumentProblem {
  const got = describeValue(value);
  const message = `${subject(place)} must be ${expected}, not ${got}${suggestChoice(value, choices)}`;
  return { path: describePath(place), message, expected, got };
}

export interface MissingProperty {
  readonly name: string;
  readonly schema: SchemaObject;
  readonly root: SchemaObject;
}

/** `'query' is missing; it must be a string (what to search for)` */
export function missingProblem(place: Place, { name, schema, root }: MissingProperty): ArgumentProblem {
  const known = new Map(namedSchemasIn(schema, "properties")).get(name) ?? true;
  const resolved = dereference(known, root);
  const expected = describeSchema(known, root);
  const about = [known, resolved]
    .map((part) => (isSchemaObject(part) ? part["description"] : undefined))
    .find(isText);
  const description = about === undefined ? "" : ` (${safeText(about, MAX_DESCRIPTION)})`;
  const missing = [...place, name];
  // Nothing was given that could have had another form.
  const isKnown = expected !== ANOTHER_FORM;
  const message = `${subject(missing)} is missing${isKnown ? `; it must be ${expected}` : ""}${description}`;
  return { path: describePath(missing), message, expected: isKnown ? expected : "a value", got: "nothing" };
}

export interface UnknownProperty {
  readonly name: string;
  readonly schema: SchemaObject;
  /** The object that has the property. */
  readonly value: unknown;
}

/** `'qurey' is not known here; did you mean 'query'?` */
export function unknownProblem(place: Place, { name, schema, value }: UnknownProperty): ArgumentProblem {
  const known = namedSchemasIn(schema, "properties").map(([property]) => property);
  const [meant] = nearest(name, known);
  const unknown = [...place, name];
  const expected = known.length > 0 ? `one of ${listNames(known)}` : "no property at all";
  const advice = meant === undefined ? `expected ${expected}` : `did you mean '${safeText(meant)}'?`;
  const message = `${subject(unknown)} is not known here; ${advice}`;
  const got = isSchemaObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return { path: describePath(unknown), message, expected, got: describeValue(got) };
}

export interface MisnamedProperty {
  readonly name: string;
  readonly expected: string;
}

/** `the name 'x y' in 'labels' must be a string that matches ^\w+$` */
export function misnamedProblem(place: Place, { name, expected }: MisnamedProperty): ArgumentProblem {
  const got = `"${safeText(name)}"`;
  const message = `the name ${got} in ${subject(place)} must be ${expected}`;
  return { path: describePath([...place, name]), message, expected, got };
}

function subject(place: Place): string {
  return place.length === 0 ? "the arguments" : `'${describePath(place)}'`;
}

function suggestChoice(value: unknown, choices: unknown): string {
  if (typeof value !== "string" || !Array.isArray(choices)) return "";
  const [meant] = nearest(value, choices.filter(isText));
  return meant === undefined ? "" : `; did you mean "${safeText(meant)}"?`;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
