/** Unions and intersections of types, in the shortest form that says the same. */
import { isUnknown, UNKNOWN, type ObjectNode, type PropertyNode, type TypeNode } from "./type-node.ts";

/** One of these. What may be anything makes the whole anything. */
export function unionOf(given: readonly TypeNode[], more = 0): TypeNode {
  if (given.some(isUnknown)) return UNKNOWN;
  const flat = given.flatMap((node) => (node.kind === "union" ? node.members : [node]));
  const hidden = given.reduce((sum, node) => sum + (node.kind === "union" ? node.more : 0), more);
  const members = withoutRepeats(flat);
  const [only = UNKNOWN] = members;
  return members.length <= 1 && hidden === 0 ? only : { kind: "union", members, more: hidden };
}

/** All of these at once. Objects become one object; a bare word says nothing beside something more exact. */
export function intersectionOf(given: readonly TypeNode[]): TypeNode {
  const known = given.filter((node) => !isUnknown(node));
  const objects = known.filter((node) => node.kind === "object");
  const others = withoutRepeats(known.filter((node) => node.kind !== "object"));
  const merged = objects.length > 0 ? [mergeObjects(objects)] : [];
  const exact = others.filter((node) => node.kind !== "word");
  const members = [...merged, ...(merged.length + exact.length > 0 ? exact : others.slice(0, 1))];
  const [only = UNKNOWN] = members;
  return members.length <= 1 ? only : { kind: "intersection", members };
}

function mergeObjects(objects: readonly ObjectNode[]): ObjectNode {
  const [first, ...others] = objects;
  if (first !== undefined && others.length === 0) return first;
  const properties = new Map<string, PropertyNode>();
  for (const property of objects.flatMap((object) => object.properties)) {
    const known = properties.get(property.name);
    properties.set(property.name, known === undefined ? property : mergeProperties(known, property));
  }
  return {
    kind: "object",
    properties: [...properties.values()],
    more: objects.reduce((sum, { more }) => sum + more, 0),
    isOpen: objects.some(({ isOpen }) => isOpen),
  };
}

/** The first that says something counts; who requires it, requires it for all. */
function mergeProperties(a: PropertyNode, b: PropertyNode): PropertyNode {
  const [chosen, other] = isUnknown(a.type) ? [b, a] : [a, b];
  return {
    ...chosen,
    isOptional: a.isOptional && b.isOptional,
    initial: chosen.initial ?? other.initial,
    description: chosen.description ?? other.description,
  };
}

/** Words and literals that occur twice count once; comparing whole objects would cost more than it saves. */
function withoutRepeats(nodes: readonly TypeNode[]): readonly TypeNode[] {
  const seen = new Set<unknown>();
  return nodes.filter((node) => {
    const key = keyOf(node);
    const isNew = key === undefined || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function keyOf(node: TypeNode): string | undefined {
  if (node.kind === "word") return node.word;
  // The literal null is the word null.
  return node.kind === "literal" ? JSON.stringify(node.value) : undefined;
}
