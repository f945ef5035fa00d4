/** What a program may name. The same tree that the sandbox makes its objects from, so that both speak of the same things. */

/** A tree of names: `device` → `GithubMCP` → `search` → the tool's id. */
export type NameTree = ReadonlyMap<string, NameTree | string>;

export interface CodeNames {
  /** Global names besides the trees: `JSON`, `console`, `search_skills` … */
  readonly globals: readonly string[];
  readonly namespaces: NameTree;
}

/** What stands at the end of a path; undefined when there is nothing, or the path goes on behind a tool. */
export function findName(namespaces: NameTree, path: readonly string[]): NameTree | string | undefined {
  let found: NameTree | string | undefined = namespaces;
  for (const name of path) found = typeof found === "object" ? found.get(name) : undefined;
  return found;
}
