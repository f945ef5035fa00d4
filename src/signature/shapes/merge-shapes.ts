/** Two shapes → the shape of what fits either. The order of the two makes no difference. */
import { SHAPE_LIMITS, type Shape, type ShapeField } from "./shape.ts";

export function mergeShapes(a: Shape, b: Shape): Shape {
  if (a === b) return a;
  const types = new Set([...(a.types ?? []), ...(b.types ?? [])]);
  const items = mergeOptional(a.items, b.items);
  return {
    ...(types.size > 0 ? { types: [...types].sort() } : undefined),
    ...(items === undefined ? undefined : { items }),
    ...mergeObjects(a, b),
  };
}

function mergeOptional(a: Shape | undefined, b: Shape | undefined): Shape | undefined {
  return a === undefined || b === undefined ? (a ?? b) : mergeShapes(a, b);
}

type ObjectPart = Pick<Shape, "fields" | "values">;

/** What was a map once stays one. */
function mergeObjects(a: Shape, b: Shape): ObjectPart {
  if (a.values !== undefined || b.values !== undefined)
    return { values: mergeShapes(valuesOf(a), valuesOf(b)) };
  if (a.fields === undefined || b.fields === undefined) {
    const fields = a.fields ?? b.fields;
    return fields === undefined ? {} : { fields };
  }
  const fields = mergeFields(a.fields, b.fields);
  return isMapLike(fields) ? { values: mergeAll(fields.map(([, shape]) => shape)) } : { fields };
}

/** The shape of everything that an object's names lead to. */
function valuesOf({ values, fields = [] }: Shape): Shape {
  return values ?? mergeAll(fields.map(([, shape]) => shape));
}

export function mergeAll(shapes: readonly Shape[]): Shape {
  return shapes.reduce<Shape>(mergeShapes, {});
}

/** Sorted by name, so that the same objects give the same shape in any order. */
function mergeFields(a: readonly ShapeField[], b: readonly ShapeField[]): readonly ShapeField[] {
  const others = new Map(b.map((field) => [field[0], field]));
  const merged = a.map((field): ShapeField => {
    const [name, shape, optional] = field;
    const other = others.get(name);
    others.delete(name);
    if (other === undefined) return [name, shape, "?"];
    return optional === undefined && other[2] === undefined
      ? [name, mergeShapes(shape, other[1])]
      : [name, mergeShapes(shape, other[1]), "?"];
  });
  const rest = [...others.values()].map(([name, shape]): ShapeField => [name, shape, "?"]);
  return [...merged, ...rest].sort(([first], [second]) => (first < second ? -1 : 1));
}

/** More fields than anybody defines; or many, of which most come and go: names that vary are data. */
export function isMapLike(fields: readonly ShapeField[]): boolean {
  if (fields.length > SHAPE_LIMITS.fields) return true;
  const varying = fields.filter(([, , optional]) => optional !== undefined).length;
  return varying >= MANY_VARYING && varying > fields.length * MOST && haveOneKind(fields);
}

const MANY_VARYING = 8;
const MOST = 0.75;

/** Whether all lead to the same kind of value; an object of many optional settings has several kinds. */
export function haveOneKind(fields: readonly ShapeField[]): boolean {
  return new Set(fields.map(([, shape]) => kindOf(shape))).size === 1;
}

function kindOf({ types = [], items, fields, values }: Shape): string {
  const isObject = fields !== undefined || values !== undefined;
  const words = types.filter((type) => type !== "null");
  return [...words, ...(items === undefined ? [] : ["list"]), ...(isObject ? ["object"] : [])].join();
}
