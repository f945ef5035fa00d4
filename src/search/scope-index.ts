/**
 * An index of only those tools that a caller may know of. It is a real one, built as if there were no others: how rare a
 * word is, how a misspelt one is read and how many tools match must not tell what is hidden.
 */
import type { CatalogTool } from "../catalog/snapshot.ts";
import { buildSearchIndex, type SearchIndex } from "./index/search-index.ts";

/** Profiles are few; a filter that lets through other tools at every call gets a new index every time. */
const MAX_SCOPES = 8;

export function scopeIndex(
  index: SearchIndex,
  filter: ((tool: CatalogTool) => boolean) | undefined,
): SearchIndex {
  if (filter === undefined) return index;
  const allowed = new Uint8Array(index.tools.length);
  index.tools.forEach((tool, place) => {
    allowed[place] = filter(tool) ? 1 : 0;
  });
  if (!allowed.includes(0)) return index;
  const scopes = scopesOf.get(index) ?? [];
  scopesOf.set(index, scopes);
  const place = scopes.findIndex((scope) => Buffer.compare(scope.allowed, allowed) === 0);
  const [known] = place < 0 ? [] : scopes.splice(place, 1);
  const scope = known ?? {
    allowed,
    index: buildSearchIndex(
      index.tools.filter((_, tool) => allowed[tool] === 1),
      index.rules,
    ),
  };
  scopes.unshift(scope);
  scopes.splice(MAX_SCOPES);
  return scope.index;
}

interface Scope {
  /** 1 for each tool of the whole index that is in this one. */
  readonly allowed: Uint8Array;
  readonly index: SearchIndex;
}

/** Those used last come first. */
const scopesOf = new WeakMap<SearchIndex, Scope[]>();
