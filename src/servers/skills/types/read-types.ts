/**
 * TypeScript types → JSON Schema, as far as values that come as JSON can be described. What cannot becomes "anything", with a
 * remark: a tool with a loose parameter is of more use than none. The work is bounded, whatever the types say.
 */
import type { TSType } from "@babel/types";
import type { Place } from "../skill-tool.ts";
import { placeOf } from "../source/parse-source.ts";
import type { DeclaredTypes } from "./declared-types.ts";
import { isUndefined } from "./allows-undefined.ts";
import { literalSchema } from "./literal-value.ts";
import { intersectObjects, readMembers } from "./read-object.ts";
import { readReference } from "./read-reference.ts";
import { uniteSchemas } from "./unite-schemas.ts";
import { ANYTHING, type Schema, type Scope, type TypeReading } from "./type-reading.ts";

export interface ReadingOptions {
  readonly side: "input" | "output";
  readonly declared: DeclaredTypes;
  remark(at: Place, message: string): void;
}

const MAX_TYPES = 5000;
const MAX_DEPTH = 40;

export function createTypeReading(options: ReadingOptions): TypeReading {
  return readingWithin(options, new Work(), undefined);
}

interface ReadingWithin extends ReadingOptions {
  /** What is read stands in another file than the skill's own. */
  readonly isElsewhere?: boolean;
}

/** What is under way for one tool. */
class Work {
  readonly definitions = new Map<string, { readonly id: string; schema: Schema | undefined }>();
  types = 0;
  depth = 0;
}

function readingWithin(options: ReadingWithin, work: Work, at: Place | undefined): TypeReading {
  const reading: TypeReading = {
    side: options.side,
    declared: options.declared,
    schemaOf(type, scope) {
      work.types += 1;
      if (work.types > MAX_TYPES || work.depth > MAX_DEPTH) return reading.giveUp(type, "a type this large");
      work.depth += 1;
      try {
        return readType(type, scope, reading);
      } finally {
        work.depth -= 1;
      }
    },
    giveUp(node, what) {
      options.remark(at ?? placeOf(node), `${what} cannot be described, so any value is taken there`);
      return ANYTHING;
    },
    within(place, home) {
      const declared = home?.types ?? options.declared;
      if (place === undefined && declared === options.declared) return reading;
      // Once in another file, all that can be said is where it was imported.
      const isElsewhere = options.isElsewhere === true;
      const inside = {
        ...options,
        declared,
        isElsewhere: isElsewhere || (home !== undefined && home.file !== ""),
      };
      return readingWithin(inside, work, isElsewhere ? at : (place ?? at));
    },
    namedOnce(name, read) {
      const known = work.definitions.get(name);
      if (known !== undefined) {
        // Only what is met while it is being read contains itself; the empty schema marks that it was.
        known.schema ??= ANYTHING;
        return { $ref: `#/$defs/${known.id}` };
      }
      const definition = { id: idFor(name, work.definitions.size), schema: undefined as Schema | undefined };
      work.definitions.set(name, definition);
      const schema = read();
      if (definition.schema === undefined) {
        work.definitions.delete(name);
        return schema;
      }
      definition.schema = schema;
      return { $ref: `#/$defs/${definition.id}` };
    },
    resolve(schema) {
      const found = [...work.definitions.values()].find(({ id }) => schema["$ref"] === `#/$defs/${id}`);
      return found?.schema ?? schema;
    },
    whole(schema) {
      const known = [...work.definitions.values()].flatMap(({ id, schema: own }) => (own ? [[id, own]] : []));
      return known.length === 0 ? schema : { ...schema, $defs: Object.fromEntries(known) as Schema };
    },
  };
  return reading;
}

/** `Page<string>` is no name for a reference, and two of them must not have the same. */
function idFor(name: string, count: number): string {
  return /^\w+$/.test(name) ? name : `${/^\w*/.exec(name)?.[0] ?? ""}_${count}`;
}

function readType(type: TSType, scope: Scope, reading: TypeReading): Schema {
  switch (type.type) {
    case "TSStringKeyword":
    case "TSTemplateLiteralType":
      return { type: "string" };
    case "TSNumberKeyword":
      return { type: "number" };
    case "TSBooleanKeyword":
      return { type: "boolean" };
    case "TSNullKeyword":
      return { type: "null" };
    case "TSObjectKeyword":
      return { type: "object" };
    case "TSAnyKeyword":
    case "TSUnknownKeyword":
      return ANYTHING;
    case "TSLiteralType":
      return literalSchema(type.literal) ?? reading.giveUp(type, "this literal");
    case "TSParenthesizedType":
      return reading.schemaOf(type.typeAnnotation, scope);
    case "TSTypeOperator":
      return type.operator === "readonly"
        ? reading.schemaOf(type.typeAnnotation, scope)
        : reading.giveUp(type, `'${type.operator}'`);
    case "TSArrayType":
      return { type: "array", items: reading.schemaOf(type.elementType, scope) };
    case "TSTupleType":
      return readTuple(type.elementTypes, scope, reading);
    case "TSUnionType":
      return uniteSchemas(
        type.types.filter((member) => !isUndefined(member)).map((member) => reading.schemaOf(member, scope)),
      );
    case "TSIntersectionType": {
      const parts = type.types.map((member) => reading.schemaOf(member, scope));
      return (
        intersectObjects(parts.map((part) => reading.resolve(part))) ??
        reading.giveUp(type, "this intersection")
      );
    }
    case "TSTypeLiteral":
      return readMembers(type.members, scope, reading);
    case "TSTypeReference":
      return readReference(type, scope, reading);
    default:
      return reading.giveUp(type, WORDS.get(type.type) ?? "this type");
  }
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["TSFunctionType", "a function"],
  ["TSConstructorType", "a constructor"],
  ["TSConditionalType", "a conditional type"],
  ["TSMappedType", "a mapped type"],
  ["TSIndexedAccessType", "the type of a member"],
  ["TSTypeQuery", "'typeof'"],
  ["TSImportType", "an imported type"],
  ["TSBigIntKeyword", "a bigint"],
  ["TSSymbolKeyword", "a symbol"],
  ["TSUndefinedKeyword", "'undefined'"],
  ["TSVoidKeyword", "'void'"],
  ["TSNeverKeyword", "'never'"],
]);

function readTuple(elements: readonly TSType[], scope: Scope, reading: TypeReading): Schema {
  const parts = elements.map((element) => {
    switch (element.type) {
      case "TSNamedTupleMember":
        return { type: element.elementType, isOptional: element.optional, isRest: false };
      case "TSOptionalType":
        return { type: element.typeAnnotation, isOptional: true, isRest: false };
      case "TSRestType":
        return { type: element.typeAnnotation, isOptional: true, isRest: true };
      default:
        return { type: element, isOptional: false, isRest: false };
    }
  });
  const items = parts.map(({ type, isRest }) => {
    const schema = reading.schemaOf(type, scope);
    return isRest ? ((schema["items"] as Schema | undefined) ?? ANYTHING) : schema;
  });
  const isOpen = parts.some(({ isRest }) => isRest);
  return {
    type: "array",
    items: uniteSchemas(items),
    minItems: parts.filter(({ isOptional }) => !isOptional).length,
    ...(isOpen ? undefined : { maxItems: parts.length }),
  };
}
