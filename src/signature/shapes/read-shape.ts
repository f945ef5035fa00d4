/** A shape as it was kept → a shape, or undefined for anything else: files can be edited, damaged or another version's. */
import { isObject } from "../../util/is-object.ts";
import { looksLikeData } from "./looks-like-data.ts";
import { SHAPE_LIMITS, SHAPE_TYPES, type Shape, type ShapeField } from "./shape.ts";

export function readShape(value: unknown): Shape | undefined {
  return readPart(value, { depth: 0, parts: { left: SHAPE_LIMITS.parts } });
}

interface Reading {
  readonly depth: number;
  readonly parts: { left: number };
}

function readPart(value: unknown, { depth, parts }: Reading): Shape | undefined {
  parts.left -= 1;
  if (!isObject(value) || depth > SHAPE_LIMITS.depth || parts.left < 0) return undefined;
  const inner = { depth: depth + 1, parts };
  const types = SHAPE_TYPES.filter((type) => Array.isArray(value["types"]) && value["types"].includes(type));
  const shape: { -readonly [Part in keyof Shape]: Shape[Part] } = types.length > 0 ? { types } : {};
  for (const part of ["items", "values"] as const) {
    if (value[part] === undefined) continue;
    const read = readPart(value[part], inner);
    if (read === undefined) return undefined;
    shape[part] = read;
  }
  if (value["fields"] === undefined) return shape;
  const fields = readFields(value["fields"], inner);
  return fields === undefined || shape.values !== undefined ? undefined : { ...shape, fields };
}

function readFields(value: unknown, inner: Reading): readonly ShapeField[] | undefined {
  if (!Array.isArray(value) || value.length > SHAPE_LIMITS.fields) return undefined;
  const fields: ShapeField[] = [];
  for (const field of value as readonly unknown[]) {
    if (!Array.isArray(field)) return undefined;
    const [name, given, optional] = field as readonly unknown[];
    const shape = readPart(given, inner);
    if (typeof name !== "string" || looksLikeData(name) || shape === undefined) return undefined;
    fields.push(optional === "?" ? [name, shape, "?"] : [name, shape]);
  }
  return fields;
}
