/**
 * What the results of a tool looked like: types only, never a value. A shape is a union of its parts, so that two shapes
 * merge part by part. It is kept as JSON, small, and read back with the same limits as it was made with.
 */

export interface Shape {
  readonly types?: readonly ShapeType[];
  /** Lists were seen, with items like this; an empty shape when all were empty. */
  readonly items?: Shape;
  /** Objects were seen, with these fields … */
  readonly fields?: readonly ShapeField[];
  /** … or with names that are data themselves; then only what they lead to is kept. */
  readonly values?: Shape;
}

export type ShapeType = "boolean" | "null" | "number" | "string";

/** A list, not a map: a field may be called anything. The third is there when some objects lacked the field. */
export type ShapeField = readonly [name: string, shape: Shape, optional?: "?"];

export const SHAPE_TYPES: readonly ShapeType[] = ["boolean", "null", "number", "string"];

export const SHAPE_LIMITS = {
  /** Lists and objects inside each other; what is deeper is not looked at. */
  depth: 7,
  /** Fields of one object; more of them are a map. */
  fields: 60,
  /** Parts of one whole shape; what is beyond is not kept. */
  parts: 400,
  /** Items of one list that are looked at. */
  items: 20,
} as const;
