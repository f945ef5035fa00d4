/** Every member that is taken of a name tree must be there, and be written so that it can be seen to be. */
import type { AnyNode, Pattern } from "acorn";
import { nearest } from "../../util/nearest.ts";
import { findName, shownNames, type CodeNames, type NameTree } from "./code-names.ts";
import { MAX_PROBLEMS, quote, unknownMember, type RawProblem } from "./code-problem.ts";
import { constantName } from "./constant-name.ts";
import { resolvePath } from "./resolve-path.ts";
import type { ScopeReading } from "./read-scopes.ts";
import type { Scope } from "./scope.ts";

export interface CheckedMembers {
  readonly problems: readonly RawProblem[];
  readonly tools: readonly string[];
}

interface TakenMember {
  readonly path: readonly string[];
  readonly key: AnyNode;
  readonly isComputed: boolean;
  readonly scope: Scope;
  /** What is taken of the member in turn: it tells which server was meant. */
  readonly below?: () => string | undefined;
}

export function checkMembers(
  { members, patterns }: ScopeReading,
  { namespaces, unavailable }: Pick<CodeNames, "namespaces" | "unavailable">,
): CheckedMembers {
  const problems: RawProblem[] = [];
  const tools = new Set<string>();
  for (const { node, scope } of members) {
    if (problems.length >= MAX_PROBLEMS) break;
    const path = resolvePath(node.object, scope, namespaces);
    if (path === undefined) continue;
    const { property: key, computed: isComputed } = node;
    checkMember({ path, key, isComputed, scope, below: () => memberOf(node) });
  }
  for (const { pattern, from, scope } of patterns) {
    if (problems.length >= MAX_PROBLEMS) break;
    const path = resolvePath(from, scope, namespaces);
    if (path !== undefined) checkPattern(pattern, path, scope);
  }
  return { problems, tools: [...tools] };

  /** Gives the path of the member when it is there. */
  function checkMember({ path, key, isComputed, scope, below }: TakenMember): readonly string[] | undefined {
    const tree = findName(namespaces, path);
    // Members of a tool, or of something that is reported already.
    if (typeof tree !== "object") return undefined;
    const name = constantName(key, isComputed, scope);
    const where = path.join(".");
    if (name === undefined) {
      problems.push({ message: sayComputed(where, tree), at: key.start });
      return undefined;
    }
    const member = tree.get(name);
    if (member === undefined) {
      if (!IN_EVERY_OBJECT.has(name))
        problems.push({ at: key.start, lookedIn: where, ...sayMissing(where, name, { tree, below }) });
      return undefined;
    }
    if (typeof member === "string") tools.add(member);
    return [...path, name];
  }

  function checkPattern(pattern: Pattern, path: readonly string[], scope: Scope): void {
    if (pattern.type !== "ObjectPattern") return;
    for (const property of pattern.properties) {
      if (property.type === "RestElement" || problems.length >= MAX_PROBLEMS) continue;
      const below = checkMember({ path, key: property.key, isComputed: property.computed, scope });
      if (below !== undefined) checkPattern(property.value, below, scope);
    }
  }

  /** The name of the member that the program takes of an expression. */
  function memberOf(expression: AnyNode): string | undefined {
    const outer = members.find(({ node }) => node.object === expression);
    return outer && constantName(outer.node.property, outer.node.computed, outer.scope);
  }

  function sayMissing(where: string, name: string, { tree, below }: Missing): Omit<RawProblem, "at"> {
    const reason = unavailable?.get(`${where}.${name}`);
    if (reason !== undefined) return { message: `${where}.${name} cannot be used now: ${reason}` };
    const wanted = below?.();
    const bonus = (candidate: string): number => {
      const inside = wanted === undefined ? undefined : tree.get(candidate);
      if (wanted === undefined || typeof inside !== "object") return 0;
      return inside.has(wanted) ? 1 : nearest(wanted, inside.keys()).length / 2;
    };
    return unknownMember({
      what: `${where} has no ${quote(name)}`,
      word: name,
      candidates: [...shownNames(tree)],
      bonus,
    });
  }
}

interface Missing {
  readonly tree: NameTree;
  readonly below: TakenMember["below"];
}

const IN_EVERY_OBJECT: ReadonlySet<string> = new Set(["hasOwnProperty", "toString", "valueOf"]);

function sayComputed(where: string, tree: NameTree): string {
  const [first = "name", second = first] = tree.keys();
  return (
    `${where}[…] with a computed name cannot be checked before the run: write ${where}.${first}, ` +
    `or choose between members that are written out, as in ({ a: ${where}.${first}, b: ${where}.${second} })[key]`
  );
}
