/** Which path of the name trees an expression stands for, through aliases: `github.search` → device, GithubMCP, search. */
import type { AnyNode } from "acorn";
import type { NameTree } from "./code-names.ts";
import { constantName } from "./constant-name.ts";
import type { Scope } from "./scope.ts";

/** Aliases of aliases, and members of members; more is nobody's code. */
const MAX_STEPS = 100;

/** Undefined when it stands for something else, or for something that only shows when the program runs. */
export function resolvePath(
  expression: AnyNode,
  scope: Scope,
  namespaces: NameTree,
): readonly string[] | undefined {
  const members: string[] = [];
  let [node, inside] = [expression, scope];
  for (let step = 0; step < MAX_STEPS; step++) {
    if (node.type === "ParenthesizedExpression" || node.type === "ChainExpression") node = node.expression;
    else if (node.type === "MemberExpression") {
      const name = constantName(node.property, node.computed, inside);
      if (name === undefined) return undefined;
      members.unshift(name);
      node = node.object;
    } else if (node.type === "Identifier") {
      const binding = inside.find(node.name);
      if (binding === undefined) return namespaces.has(node.name) ? [node.name, ...members] : undefined;
      if (binding.origin === undefined) return undefined;
      members.unshift(...binding.origin.members);
      [node, inside] = [binding.origin.expression, binding.origin.scope];
    } else return undefined;
  }
  return undefined;
}
