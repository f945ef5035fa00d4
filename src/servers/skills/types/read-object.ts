/** Object types → schemas with properties. Arguments may have no others, so that a misspelt one is noticed. */
import type { Node, TSType, TSTypeElement } from "@babel/types";
import { docsOf } from "../source/doc-comment.ts";
import { allowsUndefined } from "./allows-undefined.ts";
import { ANYTHING, type Schema, type Scope, type TypeReading } from "./type-reading.ts";

export function readMembers(members: readonly TSTypeElement[], scope: Scope, reading: TypeReading): Schema {
  const properties: [string, Schema][] = [];
  const required: string[] = [];
  let others: Schema | undefined;
  for (const member of members) {
    if (member.type === "TSIndexSignature") {
      others = member.typeAnnotation
        ? reading.schemaOf(member.typeAnnotation.typeAnnotation, scope)
        : ANYTHING;
      continue;
    }
    if (member.type !== "TSPropertySignature" && member.type !== "TSMethodSignature") continue;
    const name = keyOf(member);
    // A function is lost on its way through JSON, and so is no part of a result.
    if (name === undefined || (member.type === "TSMethodSignature" && reading.side === "output")) continue;
    const type = member.type === "TSPropertySignature" ? member.typeAnnotation?.typeAnnotation : undefined;
    properties.push([
      name,
      describe(readMember(member, { type, scope, reading }), docsOf(member).description),
    ]);
    const mayBeAbsent =
      member.optional === true || (type !== undefined && allowsUndefined(type, reading.declared));
    if (!mayBeAbsent) required.push(name);
  }
  return objectSchema({ properties, required, others }, reading.side);
}

interface MemberType {
  readonly type: TSType | undefined;
  readonly scope: Scope;
  readonly reading: TypeReading;
}

function readMember(member: TSTypeElement, { type, scope, reading }: MemberType): Schema {
  if (type !== undefined) return reading.schemaOf(type, scope);
  return member.type === "TSMethodSignature" ? reading.giveUp(member, "a function") : ANYTHING;
}

export interface ObjectParts {
  readonly properties: readonly (readonly [string, Schema])[];
  readonly required: readonly string[];
  /** What further properties are; undefined when the type names them all. */
  readonly others?: Schema | undefined;
}

export function objectSchema(
  { properties, required, others }: ObjectParts,
  side: "input" | "output",
): Schema {
  const open = side === "output" ? undefined : { additionalProperties: false };
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : undefined),
    ...(others === undefined ? open : { additionalProperties: others }),
  };
}

/** The parts of an object's schema; undefined for any other schema. */
export function objectParts(schema: Schema): ObjectParts | undefined {
  const { type, properties, required, additionalProperties } = schema;
  if (type !== "object" || typeof properties !== "object" || properties === null) return undefined;
  const isSchema = typeof additionalProperties === "object" && additionalProperties !== null;
  return {
    properties: Object.entries(properties as Record<string, Schema>),
    required: Array.isArray(required) ? (required as readonly string[]) : [],
    others: isSchema ? (additionalProperties as Schema) : undefined,
  };
}

/** All of some objects at once. `{}` adds nothing, as in `string & {}`. Undefined where they are no objects. */
export function intersectObjects(schemas: readonly Schema[]): Schema | undefined {
  const telling = schemas.filter((schema) => objectParts(schema)?.properties.length !== 0);
  const [first = schemas[0], ...others] = telling;
  if (first === undefined || others.length === 0) return first;
  const parts = telling.map(objectParts);
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const isClosed = schemas.some((schema) => schema["additionalProperties"] === false);
  return objectSchema(
    {
      properties: [...new Map(known.flatMap(({ properties }) => properties))],
      required: [...new Set(known.flatMap(({ required }) => required))],
      others: known.find((part) => part.others !== undefined)?.others,
    },
    isClosed ? "input" : "output",
  );
}

export function describe(schema: Schema, description: string): Schema {
  return description === "" ? schema : { ...schema, description };
}

function keyOf({ key, computed }: { readonly key: Node; readonly computed?: boolean }): string | undefined {
  if (computed === true) return undefined;
  if (key.type === "Identifier") return key.name;
  return key.type === "StringLiteral" || key.type === "NumericLiteral" ? String(key.value) : undefined;
}
