/** One parameter of a function → its name, its schema, and whether it can be left out. */
import type { Node, ObjectPattern, TSType } from "@babel/types";
import type { DocComment, DocField } from "./source/doc-comment.ts";
import { placeOf } from "./source/parse-source.ts";
import type { Place } from "./skill-tool.ts";
import { allowsUndefined } from "./types/allows-undefined.ts";
import { readDocFields, readDocType } from "./types/doc-types.ts";
import { literalValue, schemaOfDefault } from "./types/literal-value.ts";
import { describe, objectParts, objectSchema } from "./types/read-object.ts";
import { ANYTHING, NO_SCOPE, type Schema, type TypeReading } from "./types/type-reading.ts";

export interface DescribedParameter {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly isRest: boolean;
}

export interface ParameterContext {
  readonly index: number;
  readonly docs: DocComment;
  readonly reading: TypeReading;
  remark(at: Place, message: string): void;
}

export function describeParameter(parameter: Node, context: ParameterContext): DescribedParameter {
  const { index, docs, reading } = context;
  const isRest = parameter.type === "RestElement";
  const fallback = parameter.type === "AssignmentPattern" ? parameter.right : undefined;
  const target =
    parameter.type === "AssignmentPattern" ? parameter.left : isRest ? parameter.argument : parameter;
  // A pattern has no name of its own; its documentation may give it one.
  const documented = docs.parameters.filter(({ name }) => !name.includes("."))[index];
  const name = target.type === "Identifier" ? target.name : (documented?.name ?? `argument${index + 1}`);
  const own = docs.parameters.find((field) => field.name === name);
  const type = writtenType(isRest ? parameter : target);
  const typed =
    type === undefined
      ? documentedSchema(name, placeOf(parameter), context)
      : reading.schemaOf(type, NO_SCOPE);
  const value = fallback && literalValue(fallback);
  const guessed = target.type === "Identifier" && value ? schemaOfDefault(value.value) : undefined;
  const schema = describeTarget(target, typed ?? guessed, context);
  const isOptional =
    isRest ||
    fallback !== undefined ||
    own?.isOptional === true ||
    (target.type === "Identifier" && target.optional === true) ||
    (type !== undefined && allowsUndefined(type, reading.declared));
  const described = describe(schema, own?.description ?? "");
  return {
    name,
    schema:
      value === undefined || value.value === undefined ? described : { ...described, default: value.value },
    isRequired: !isOptional,
    isRest,
  };
}

function writtenType(node: Node): TSType | undefined {
  const annotation = "typeAnnotation" in node ? node.typeAnnotation : undefined;
  return annotation?.type === "TSTypeAnnotation" ? annotation.typeAnnotation : undefined;
}

/** What the doc comment says of the type, by `@param {T} name` or by its members, `@param {T} name.member`. */
function documentedSchema(name: string, at: Place, { docs, reading }: ParameterContext): Schema | undefined {
  const own = docs.parameters.find((field) => field.name === name);
  const members = docs.parameters.filter((field) => field.name.startsWith(`${name}.`));
  if (own?.type === undefined && members.length === 0) return undefined;
  const type =
    members.length > 0
      ? readDocFields(members.map((field) => inside(field, name)))
      : readDocType(own?.type ?? "");
  return type && reading.within(at).schemaOf(type, NO_SCOPE);
}

function inside(field: DocField, name: string): DocField {
  return { ...field, name: field.name.slice(name.length + 1) };
}

/** Adds what a destructuring pattern says: names, where nothing else is known, and defaults. */
function describeTarget(target: Node, typed: Schema | undefined, context: ParameterContext): Schema {
  if (target.type === "ObjectPattern") return withPattern(target, typed, context);
  if (typed === undefined) {
    const name = target.type === "Identifier" ? ` '${target.name}'` : "";
    context.remark(placeOf(target), `the parameter${name} has no type, so any value is taken there`);
  }
  return typed ?? ANYTHING;
}

function withPattern(
  pattern: ObjectPattern,
  typed: Schema | undefined,
  { reading }: ParameterContext,
): Schema {
  const fields = pattern.properties.flatMap((property) => {
    if (property.type !== "ObjectProperty" || property.key.type !== "Identifier" || property.computed)
      return [];
    const fallback = property.value.type === "AssignmentPattern" ? property.value.right : undefined;
    return [{ name: property.key.name, fallback, value: fallback && literalValue(fallback) }];
  });
  const hasRest = pattern.properties.some(({ type }) => type === "RestElement");
  const parts = typed === undefined ? undefined : objectParts(reading.resolve(typed));
  if (typed !== undefined && parts === undefined) return typed;
  const known = new Map(parts?.properties);
  const required = new Set(parts?.required ?? fields.map(({ name }) => name));
  for (const { name, fallback, value } of fields) {
    const own = known.get(name) ?? (value === undefined ? ANYTHING : schemaOfDefault(value.value));
    if (parts === undefined || known.has(name))
      known.set(name, value === undefined ? own : { ...own, default: value.value });
    if (fallback !== undefined) required.delete(name);
  }
  const others = parts === undefined && hasRest ? ANYTHING : parts?.others;
  return objectSchema({ properties: [...known], required: [...required], others }, reading.side);
}
