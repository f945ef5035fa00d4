/** What a program may name. The same tree that the sandbox makes its objects from, so that both speak of the same things. */

/** A tree of names: `device` → `GithubMCP` → `search` → the tool's id. */
export type NameTree = ReadonlyMap<string, NameTree | string>;

export interface CodeNames {
  /** Global names besides the trees: `JSON`, `console`, `search_skills` … */
  readonly globals: readonly string[];
  readonly namespaces: NameTree;
  /** What the program would have but for a failure, by its path (`device.DownMCP`), with the reason. */
  readonly unavailable?: ReadonlyMap<string, string>;
}

/** What stands at the end of a path; undefined when there is nothing, or the path goes on behind a tool. */
export function findName(namespaces: NameTree, path: readonly string[]): NameTree | string | undefined {
  let found: NameTree | string | undefined = namespaces;
  for (const name of path) found = typeof found === "object" ? found.get(name) : undefined;
  return found;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** One name for each thing in a tree, an identifier where it has one: a tool may be written in several ways. */
export function shownNames(tree: NameTree): Iterable<string> {
  const names = new Map<NameTree | string, string>();
  for (const [name, target] of tree) {
    const known = names.get(target);
    const isBetter = known === undefined || (!IDENTIFIER.test(known) && IDENTIFIER.test(name));
    if (isBetter) names.set(target, name);
  }
  return names.values();
}
