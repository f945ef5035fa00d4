/**
 * Finds the tools that somebody means: `searchTools(index, "open a pull request")`. Pure and fast; it knows nothing of
 * connections. What a filter leaves out has no influence at all: not on the results, their order, their scores or their
 * number.
 */
import type { CatalogTool } from "../catalog/snapshot.ts";
import type { SearchIndex } from "./index/search-index.ts";
import { rankTools } from "./rank/rank-tools.ts";
import type { Ranked } from "./rank/spread-variants.ts";
import { scopeIndex } from "./scope-index.ts";
import { meantServers, type UnavailableServer } from "./unavailable-servers.ts";

export interface SearchOptions {
  /** How many results at most, from 1 to 100; 10 where it is not given. */
  readonly limit?: number;
  /** What the caller may know of; nothing else is searched. */
  readonly filter?: (tool: CatalogTool) => boolean;
  /** Servers that cannot be used now; those that the query seems to mean are named in the answer. */
  readonly unavailable?: readonly UnavailableServer[];
}

export interface SearchResult {
  /** By which the tool is called. */
  readonly name: string;
  readonly server: string;
  readonly tool: string;
  /** Only comparable within one answer. */
  readonly score: number;
  readonly description?: string;
}

export interface SearchAnswer {
  /** The best first. */
  readonly results: readonly SearchResult[];
  /** How many tools match besides these. */
  readonly more: number;
  readonly unavailable: readonly UnavailableServer[];
  /** Set when a part of the search could not be done. */
  readonly warning?: string;
}

export function searchTools(index: SearchIndex, query: string, options: SearchOptions = {}): SearchAnswer {
  const scoped = scopeIndex(index, options.filter);
  const { named, others, matches } = rankTools(scoped, query, limitOf(options));
  return toAnswer({ query, index: scoped, ranked: [...named, ...others], matches, options });
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export function limitOf({ limit = DEFAULT_LIMIT }: SearchOptions): number {
  return Number.isNaN(limit) ? DEFAULT_LIMIT : Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit)));
}

/** A tool that scores this share of the best one may be what was meant. */
const MEANT = 0.6;

export interface Found {
  readonly query: string;
  readonly index: SearchIndex;
  readonly ranked: readonly Ranked[];
  /** How many tools match in all. */
  readonly matches: number;
  readonly options: SearchOptions;
}

export function toAnswer({ query, index, ranked, matches, options }: Found): SearchAnswer {
  const results = ranked.flatMap(({ tool, score }) => {
    const found = index.tools[tool];
    return found === undefined ? [] : [toResult(found, score)];
  });
  const enough = (results[0]?.score ?? 0) * MEANT;
  const found = new Set(results.filter(({ score }) => score >= enough).map(({ server }) => server));
  return {
    results,
    more: Math.max(0, matches - results.length),
    unavailable: meantServers(options.unavailable ?? [], { query, found }),
  };
}

function toResult({ name, server, tool, definition }: CatalogTool, score: number): SearchResult {
  const description = definition["description"];
  return {
    name,
    server,
    tool,
    score: Math.round(score * 1e4) / 1e4,
    ...(typeof description === "string" ? { description } : undefined),
  };
}
