/** A learned shape as a type. */
import { unionOf } from "../types/combine-types.ts";
import { HANDLE, UNKNOWN, word, type TypeNode } from "../types/type-node.ts";
import type { Shape, ShapeField } from "./shape.ts";

export function shapeType({ types = [], items, fields, values }: Shape): TypeNode {
  const parts: TypeNode[] = [];
  if (fields !== undefined && isHandle(fields)) parts.push(HANDLE);
  else if (fields !== undefined) {
    const properties = fields.map(([name, shape, optional]) => ({
      name,
      type: shapeType(shape),
      isOptional: optional !== undefined,
      initial: undefined,
      description: undefined,
      notes: [],
    }));
    parts.push({ kind: "object", properties, more: 0, isOpen: false });
  }
  if (values !== undefined) parts.push({ kind: "record", values: shapeType(values) });
  if (items !== undefined) parts.push({ kind: "array", items: shapeType(items) });
  // Null last, as people write it.
  const words = types.toSorted((a, b) => Number(a === "null") - Number(b === "null"));
  parts.push(...words.map((type) => word(type)));
  return parts.length === 0 ? UNKNOWN : unionOf(parts);
}

/** Exactly the members of a handle, with their types. */
function isHandle(fields: readonly ShapeField[]): boolean {
  const form = fields.map(([name, { types = [] }]) => `${name}: ${types.join()}`).join("; ");
  return /^bytes: number; handle: string(?:; mimeType: string)?$/.test(form);
}
