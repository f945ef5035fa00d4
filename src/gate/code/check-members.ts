/** Every member that is taken of a name tree must be there, and be written so that it can be seen to be. */
import type { AnyNode, Pattern } from "acorn";
import { findName, shownNames, type NameTree } from "./code-names.ts";
import { MAX_PROBLEMS, quote, unknownName, type RawProblem } from "./code-problem.ts";
import { literalName } from "./literal-name.ts";
import { resolvePath } from "./resolve-path.ts";
import type { ScopeReading } from "./read-scopes.ts";

export interface CheckedMembers {
  readonly problems: readonly RawProblem[];
  readonly tools: readonly string[];
}

export function checkMembers({ members, patterns }: ScopeReading, namespaces: NameTree): CheckedMembers {
  const problems: RawProblem[] = [];
  const tools = new Set<string>();
  for (const { node, scope } of members) {
    if (problems.length >= MAX_PROBLEMS) break;
    const path = resolvePath(node.object, scope, namespaces);
    if (path !== undefined) checkMember(path, node.property, node.computed);
  }
  for (const { pattern, from, scope } of patterns) {
    if (problems.length >= MAX_PROBLEMS) break;
    const path = resolvePath(from, scope, namespaces);
    if (path !== undefined) checkPattern(pattern, path);
  }
  return { problems, tools: [...tools] };

  /** Gives the path of the member when it is there. */
  function checkMember(
    path: readonly string[],
    key: AnyNode,
    isComputed: boolean,
  ): readonly string[] | undefined {
    const tree = findName(namespaces, path);
    // Members of a tool, or of something that is reported already.
    if (typeof tree !== "object") return undefined;
    const name = literalName(key, isComputed);
    const where = path.join(".");
    if (name === undefined) {
      problems.push({ message: sayComputed(where, tree), at: key.start });
      return undefined;
    }
    const member = tree.get(name);
    if (member === undefined) {
      if (!IN_EVERY_OBJECT.has(name))
        problems.push({
          at: key.start,
          lookedIn: where,
          name,
          ...unknownName(`${where} has no ${quote(name)}`, name, shownNames(tree)),
        });
      return undefined;
    }
    if (typeof member === "string") tools.add(member);
    return [...path, name];
  }

  function checkPattern(pattern: Pattern, path: readonly string[]): void {
    if (pattern.type !== "ObjectPattern") return;
    for (const property of pattern.properties) {
      if (property.type === "RestElement" || problems.length >= MAX_PROBLEMS) continue;
      const below = checkMember(path, property.key, property.computed);
      if (below !== undefined) checkPattern(property.value, below);
    }
  }
}

const IN_EVERY_OBJECT: ReadonlySet<string> = new Set(["hasOwnProperty", "toString", "valueOf"]);

function sayComputed(where: string, tree: NameTree): string {
  const [first = "name", second = first] = tree.keys();
  return (
    `${where}[…] with a computed name cannot be checked before the run: write ${where}.${first}, ` +
    `or choose between members that are written out, as in ({ a: ${where}.${first}, b: ${where}.${second} })[key]`
  );
}
