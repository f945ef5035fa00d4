/**
 * Learns what a tool's results look like from one more of them. Takes types and the names of fields, never a value; names
 * that may be data are not kept either. Work and result are bounded, whatever the value.
 */
import { isObject } from "../../util/is-object.ts";
import { looksLikeData } from "./looks-like-data.ts";
import { haveOneKind, isMapLike, mergeAll, mergeShapes } from "./merge-shapes.ts";
import { SHAPE_LIMITS, type Shape, type ShapeField } from "./shape.ts";
import { trimShape } from "./trim-shape.ts";

export function learnShape(previous: Shape | undefined, value: unknown): Shape {
  const seen = shapeOf(value, { depth: 0, work: { left: MAX_WORK } });
  return trimShape(previous === undefined ? seen : mergeShapes(previous, seen));
}

/** Values that one result is looked at for. */
const MAX_WORK = 4000;

interface Looking {
  readonly depth: number;
  readonly work: { left: number };
}

function shapeOf(value: unknown, looking: Looking): Shape {
  const { work } = looking;
  work.left -= 1;
  if (work.left < 0) return {};
  switch (typeof value) {
    case "string":
      return STRING;
    case "number":
      return NUMBER;
    case "boolean":
      return BOOLEAN;
    default:
      if (value === null) return NULL;
  }
  if (looking.depth >= SHAPE_LIMITS.depth) return {};
  const inner = { depth: looking.depth + 1, work };
  if (Array.isArray(value)) {
    const items = value.slice(0, SHAPE_LIMITS.items).map((item) => shapeOf(item, inner));
    return { items: mergeAll(items) };
  }
  return isObject(value) ? objectShape(value, inner) : {};
}

const STRING: Shape = { types: ["string"] };
const NUMBER: Shape = { types: ["number"] };
const BOOLEAN: Shape = { types: ["boolean"] };
const NULL: Shape = { types: ["null"] };

function objectShape(object: Readonly<Record<string, unknown>>, inner: Looking): Shape {
  const names = Object.keys(object);
  const isMap = names.length > SHAPE_LIMITS.fields || names.some(looksLikeData);
  const shown = isMap ? names.slice(0, SHAPE_LIMITS.items) : names.sort();
  const fields = shown.map((name): ShapeField => [name, shapeOf(object[name], inner)]);
  if (isMap || isMapLike(fields) || isTable(fields))
    return { values: mergeAll(fields.map(([, shape]) => shape)) };
  return { fields };
}

/** Several objects of one form, side by side under names: rows by their keys, which are data. */
function isTable(fields: readonly ShapeField[]): boolean {
  if (fields.length < MANY_ROWS || !haveOneKind(fields)) return false;
  const forms = new Set(fields.map(([, shape]) => shape.fields?.map(([name]) => name).join("\n")));
  return forms.size === 1 && !forms.has(undefined) && !forms.has("");
}

const MANY_ROWS = 4;
