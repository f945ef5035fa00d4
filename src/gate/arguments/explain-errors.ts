/**
 * Turns the errors of ajv into sentences: one for each place in the arguments, about the whole of what is expected there,
 * not about the single keyword that failed. Alternatives that did not fit are condensed to the one that was meant.
 */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { ArgumentProblem } from "./argument-problem.ts";
import { chooseAlternative } from "./choose-alternative.ts";
import { describeSchema } from "./describe-schema.ts";
import {
  missingProblem,
  misnamedProblem,
  unknownProblem,
  valueProblem,
  type Place,
} from "./phrase-problem.ts";
import { dropAlternatives } from "./drop-alternatives.ts";
import { ungroupAlternatives } from "./group-alternatives.ts";
import { isSchemaObject, namedSchemasIn, schemasIn, type SchemaObject } from "./schema.ts";

export interface Explanation {
  /** The prepared schema, with the definitions. */
  readonly root: SchemaObject;
  readonly arguments: unknown;
  /** Everything that is wrong with a value by a schema inside of the root. */
  readonly errorsOf: (schema: SchemaObject, value: unknown) => readonly ErrorObject[];
}

const MAX_PROBLEMS = 20;
const MAX_DEPTH = 4;

export function explainErrors(errors: readonly ErrorObject[], explanation: Explanation): ArgumentProblem[] {
  const problems = new Map<string, ArgumentProblem>();
  for (const problem of explainBelow(errors, { explanation, base: [], depth: 0 })) {
    // The first thing said about a place is the most basic one: its type comes before its range.
    if (!problems.has(problem.path)) problems.set(problem.path, problem);
    if (problems.size >= MAX_PROBLEMS) break;
  }
  if (problems.size > 0) {
    for (const problem of unknownArguments(explanation)) {
      if (problems.size >= MAX_PROBLEMS) break;
      if (!problems.has(problem.path)) problems.set(problem.path, problem);
    }
  }
  return [...problems.values()];
}

/**
 * Most schemas allow more than they name, so a misspelt argument is no mistake by itself; but where the arguments are refused,
 * it is most likely the reason. Not where names may come from elsewhere.
 */
function* unknownArguments({ root, arguments: args }: Explanation): Generator<ArgumentProblem> {
  const isOpen = OTHER_NAMES.some((keyword) => root[keyword] !== undefined && root[keyword] !== false);
  if (isOpen || !isSchemaObject(args)) return;
  const known = new Set(namedSchemasIn(root, "properties").map(([name]) => name));
  for (const name of Object.keys(args))
    if (!known.has(name)) yield unknownProblem([], { name, schema: root, value: args });
}

/** Keywords by which a schema can name properties besides `properties`. */
const OTHER_NAMES = [
  "additionalProperties",
  "unevaluatedProperties",
  "patternProperties",
  "propertyNames",
  "dependentSchemas",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "$ref",
  "$dynamicRef",
];

interface Below {
  readonly explanation: Explanation;
  /** Where in the arguments the value stands that these errors are about. */
  readonly base: Place;
  readonly depth: number;
}

function* explainBelow(errors: readonly ErrorObject[], below: Below): Generator<ArgumentProblem> {
  for (const error of dropAlternatives(errors, below.explanation.root)) {
    const place = [...below.base, ...placeOf(error.instancePath, valueAt(below))];
    if (error.keyword === "anyOf" || isFailedOneOf(error))
      yield* explainUnion(error, { ...below, base: place });
    else yield explainOne(error, place, below.explanation.root);
  }
}

/** Follows the one alternative that was meant, or says in one line what all of them want. */
function* explainUnion(error: ErrorObject, below: Below): Generator<ArgumentProblem> {
  const { explanation, base, depth } = below;
  const branches = ungroupAlternatives(schemasIn({ branches: error.schema }, "branches"));
  const choice = chooseAlternative(branches, { value: error.data, root: explanation.root });
  if (choice.kind === "property") {
    yield valueProblem([...base, choice.name], { expected: choice.expected, value: choice.value });
    return;
  }
  const errors =
    choice.kind === "branch" && depth < MAX_DEPTH ? explanation.errorsOf(choice.schema, error.data) : [];
  if (errors.length > 0) yield* explainBelow(errors, { ...below, depth: depth + 1 });
  else {
    const expected = describeSchema({ anyOf: branches }, explanation.root);
    yield valueProblem(base, { expected, value: error.data });
  }
}

function explainOne(error: ErrorObject, place: Place, root: SchemaObject): ArgumentProblem {
  const params = error.params as Readonly<Record<string, unknown>>;
  const schema: SchemaObject = isSchemaObject(error.parentSchema) ? error.parentSchema : {};
  const value = error.data;
  if (error.propertyName !== undefined) {
    return misnamedProblem(place, { name: error.propertyName, expected: describeSchema(schema, root) });
  }
  switch (error.keyword) {
    case "required":
    case "dependentRequired":
      return missingProblem(place, { name: String(params["missingProperty"]), schema, root });
    case "additionalProperties":
      return unknownProblem(place, { name: String(params["additionalProperty"]), schema, value });
    case "unevaluatedProperties":
      return unknownProblem(place, { name: String(params["unevaluatedProperty"]), schema, value });
    case "propertyNames":
      return misnamedProblem(place, { name: String(params["propertyName"]), expected: "another name" });
    case "false schema":
      return valueProblem(place, { expected: "left out", value });
    case "not":
      return valueProblem(place, { expected: "something else", value });
    case "oneOf":
      return valueProblem(place, { expected: "of exactly one of the allowed forms", value });
    case "contains":
      return valueProblem(place, { expected: "a list with the items that are wanted", value });
    case "uniqueItems":
      return valueProblem(place, { expected: "a list without repeats", value });
    case "enum":
      return valueProblem(place, { expected: describeSchema(schema, root), value, choices: error.schema });
    default:
      return valueProblem(place, { expected: describeSchema(schema, root), value });
  }
}

function isFailedOneOf({ keyword, params }: ErrorObject): boolean {
  return keyword === "oneOf" && (params as { readonly passingSchemas?: unknown }).passingSchemas === null;
}

function valueAt({ explanation, base }: Below): unknown {
  let value = explanation.arguments;
  for (const part of base) value = (value as Readonly<Record<string | number, unknown>>)[part];
  return value;
}

/** A JSON pointer as keys and indices; only the value tells whether `0` is an index. */
function placeOf(pointer: string, value: unknown): Place {
  let current = value;
  return pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const step = Array.isArray(current) ? Number(key) : key;
      current = (current as Readonly<Record<string | number, unknown>>)[step];
      return step;
    });
}
