/** Keeps a shape small: of one with too many parts, what is deepest goes first. */
import { SHAPE_LIMITS, type Shape } from "./shape.ts";

export function trimShape(shape: Shape): Shape {
  for (let depth: number = SHAPE_LIMITS.depth; depth > 0; depth--) {
    const trimmed = depth === SHAPE_LIMITS.depth ? shape : cutBelow(shape, depth);
    if (countParts(trimmed) <= SHAPE_LIMITS.parts) return trimmed;
  }
  return {};
}

function countParts({ items, fields = [], values }: Shape): number {
  const inner = [items, values].map((shape) => (shape === undefined ? 0 : countParts(shape)));
  return fields.reduce((sum, [, shape]) => sum + countParts(shape), 1) + (inner[0] ?? 0) + (inner[1] ?? 0);
}

/** The same with nothing known of what is deeper; an empty shape says so. */
function cutBelow(shape: Shape, depth: number): Shape {
  if (depth <= 0) return {};
  const { types, items, fields, values } = shape;
  return {
    ...(types === undefined ? undefined : { types }),
    ...(items === undefined ? undefined : { items: cutBelow(items, depth - 1) }),
    ...(values === undefined ? undefined : { values: cutBelow(values, depth - 1) }),
    ...(fields === undefined
      ? undefined
      : {
          fields: fields.map(
            ([name, inner, ...rest]) => [name, cutBelow(inner, depth - 1), ...rest] as const,
          ),
        }),
  };
}
