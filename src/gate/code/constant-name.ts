/** The name that a member or key has, also where it is written as a constant: `const k = "log"; device.GitMCP[k]`. */
import type { AnyNode } from "acorn";
import { literalName } from "./literal-name.ts";
import type { Scope } from "./scope.ts";

/** Constants of constants; more is nobody's code. */
const MAX_STEPS = 20;

/** Undefined when it is computed, or only shows when the program runs. */
export function constantName(key: AnyNode, isComputed: boolean, scope: Scope): string | undefined {
  if (!isComputed) return literalName(key, false);
  let [node, inside] = [key, scope];
  for (let step = 0; step < MAX_STEPS; step++) {
    if (node.type === "ParenthesizedExpression") node = node.expression;
    else if (node.type !== "Identifier") return literalName(node, true);
    else {
      const origin = inside.find(node.name)?.origin;
      if (origin === undefined || origin.members.length > 0) return undefined;
      [node, inside] = [origin.expression, origin.scope];
    }
  }
  return undefined;
}
