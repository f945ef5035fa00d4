/** The name that a member or key is written with: `a.name`, `a["name"]`, `` a[`name`] ``; undefined when it is computed. */
import type { AnyNode } from "acorn";

export function literalName(key: AnyNode, isComputed: boolean): string | undefined {
  if (!isComputed && key.type === "Identifier") return key.name;
  if (key.type === "Literal" && (typeof key.value === "string" || typeof key.value === "number"))
    return String(key.value);
  if (key.type === "TemplateLiteral" && key.expressions.length === 0)
    return key.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}
