/** Literals of a source as values: `"a"`, `-1`, `[1, 2]`, `{ a: true }`. Nothing is run to find out. */
import type { Node } from "@babel/types";
import type { Schema } from "./type-reading.ts";

export interface LiteralValue {
  readonly value: unknown;
}

/** Undefined for what is no literal. */
export function literalValue(node: Node): LiteralValue | undefined {
  switch (node.type) {
    case "StringLiteral":
    case "NumericLiteral":
    case "BooleanLiteral":
      return { value: node.value };
    case "NullLiteral":
      return { value: null };
    case "TemplateLiteral":
      return node.expressions.length === 0 ? { value: node.quasis[0]?.value.cooked ?? "" } : undefined;
    case "UnaryExpression": {
      const found = node.operator === "-" ? literalValue(node.argument) : undefined;
      return typeof found?.value === "number" ? { value: -found.value } : undefined;
    }
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return literalValue(node.expression);
    case "ArrayExpression": {
      const items = node.elements.map((element) => (element === null ? undefined : literalValue(element)));
      return items.includes(undefined) ? undefined : { value: items.map((item) => item?.value) };
    }
    case "ObjectExpression": {
      const entries = node.properties.map((property) => {
        if (property.type !== "ObjectProperty" || property.computed) return undefined;
        const { key } = property;
        const name =
          key.type === "Identifier" ? key.name : key.type === "StringLiteral" ? key.value : undefined;
        const found = literalValue(property.value);
        return name === undefined || found === undefined ? undefined : ([name, found.value] as const);
      });
      const known = entries.filter((entry) => entry !== undefined);
      return known.length < entries.length ? undefined : { value: Object.fromEntries(known) };
    }
    default:
      return undefined;
  }
}

/** The schema of exactly this literal. */
export function literalSchema(node: Node): Schema | undefined {
  const found = literalValue(node);
  if (found === undefined) return undefined;
  const { value } = found;
  return value === null ? { type: "null" } : { type: typeof value, const: value };
}

/** The schema of a parameter of which only the default is known. */
export function schemaOfDefault(value: unknown): Schema {
  if (value === null) return {};
  if (Array.isArray(value)) return { type: "array" };
  return { type: typeof value };
}
