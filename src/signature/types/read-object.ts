/** The schema of an object → its properties, required ones kept first where there are too many. */
import { isObject } from "../../util/is-object.ts";
import { unionOf } from "./combine-types.ts";
import { keepNeeded } from "./keep-needed.ts";
import type { SchemaReader } from "./schema-reader.ts";
import { OBJECT, type PropertyNode, type TypeNode } from "./type-node.ts";
import { writeDefault } from "./write-literal.ts";

/** Of one object; real tools have up to 90. */
const MAX_PROPERTIES = 200;
const MAX_PATTERNS = 8;
/** A longer name would say nothing, and cost what the others need. */
const MAX_NAME_CHARS = 200;

type JsonSchema = { readonly [keyword: string]: unknown };

export function readObject(schema: JsonSchema, reader: SchemaReader): TypeNode {
  const required = requiredNames(schema);
  const { names, more } = chooseNames(schema, required);
  reader.charge(names.length + more + required.size);
  const others = otherValues(schema, reader);
  if (names.length === 0 && more === 0) return others === undefined ? bareObject(schema) : recordOf(others);
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return {
    kind: "object",
    properties: names.map((name) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return readProperty(name, own, { isOptional: !required.has(name), reader });
    }),
    more,
    isOpen: others !== undefined || schema["additionalProperties"] === true,
  };
}

function readProperty(
  name: string,
  schema: unknown,
  { isOptional, reader }: { readonly isOptional: boolean; readonly reader: SchemaReader },
): PropertyNode {
  const initial =
    isObject(schema) && Object.hasOwn(schema, "default") ? writeDefault(schema["default"]) : undefined;
  return { name, type: reader.read(schema), isOptional, initial, ...reader.describe(schema) };
}

function requiredNames({ required }: JsonSchema): ReadonlySet<string> {
  return new Set(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []);
}

/** In the order of the schema; names that are required and nowhere described stand at the end. */
function chooseNames(schema: JsonSchema, required: ReadonlySet<string>) {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const listed = Object.keys(properties);
  const isNeeded = (name: string) => required.has(name);
  const described = listed.filter((name) => name.length <= MAX_NAME_CHARS);
  const names = [...keepNeeded(described, { max: MAX_PROPERTIES, isNeeded })];
  let total = listed.length;
  for (const name of required) {
    if (Object.hasOwn(properties, name)) continue;
    total += 1;
    if (names.length < MAX_PROPERTIES && name.length <= MAX_NAME_CHARS) names.push(name);
  }
  return { names, more: total - names.length };
}

/** The type of properties that are not named; undefined where the schema does not speak of them. */
function otherValues(schema: JsonSchema, reader: SchemaReader): TypeNode | undefined {
  const patterns = isObject(schema["patternProperties"]) ? Object.values(schema["patternProperties"]) : [];
  reader.charge(patterns.length);
  const others = schema["additionalProperties"] ?? schema["unevaluatedProperties"];
  const schemas = [...patterns.slice(0, MAX_PATTERNS), ...(isObject(others) ? [others] : [])];
  return schemas.length === 0 ? undefined : unionOf(schemas.map((one) => reader.read(one)));
}

function recordOf(values: TypeNode): TypeNode {
  return { kind: "record", values };
}

/** `{}` for an object that can have no properties at all, as tools without parameters say. */
function bareObject(schema: JsonSchema): TypeNode {
  const isEmpty = schema["additionalProperties"] === false;
  return isEmpty ? { kind: "object", properties: [], more: 0, isOpen: false } : OBJECT;
}
