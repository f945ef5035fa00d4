/**
 * The search over a box's catalog. An index is made for each list of tools and kept as long as that list is; what was the
 * same before is not read again.
 */
import type { CatalogTool, Snapshot } from "../catalog/snapshot.ts";
import { buildSearchIndex, type SearchIndex } from "../search/index/search-index.ts";
import { searchTools, type SearchAnswer, type SearchOptions } from "../search/search-tools.ts";
import { searchWithVote } from "../search/semantic/search-with-vote.ts";
import type { SemanticVote } from "../search/semantic/semantic-vote.ts";
import type { UnavailableServer } from "../search/unavailable-servers.ts";
import type { ServerState, ServerStatus } from "../types.ts";

export interface BoxSearchOptions extends SearchOptions {
  /** Lets an embedding model have a say, too. */
  readonly vote?: SemanticVote;
  readonly signal?: AbortSignal;
}

export interface Searched {
  readonly catalog: Pick<Snapshot, "tools">;
  status(): readonly ServerStatus[];
}

/** Searches what can be called: tools that are held back are not found. */
export async function searchBox(
  box: Searched,
  query: string,
  options: BoxSearchOptions = {},
): Promise<SearchAnswer> {
  const { vote } = options;
  const index = indexOf(box.catalog.tools);
  const known = { unavailable: unavailableAmong(box.status()), ...options };
  return vote === undefined
    ? searchTools(index, query, known)
    : searchWithVote(index, query, { ...known, vote });
}

/** Snapshots share the list of tools when none has changed. */
const indexes = new WeakMap<readonly CatalogTool[], SearchIndex>();

function indexOf(tools: readonly CatalogTool[]): SearchIndex {
  // Whether a tool is held never changes: with other pins it is another tool.
  const index = indexes.get(tools) ?? buildSearchIndex(tools.filter((tool) => !tool.held));
  indexes.set(tools, index);
  return index;
}

/** These cannot be called now, or only with luck. */
const UNAVAILABLE: ReadonlySet<ServerState> = new Set([
  "disabled",
  "untrusted",
  "invalid",
  "needs-auth",
  "backing-off",
  "failed",
]);

/** The servers that cannot be used now, each with the reason. */
function unavailableAmong(statuses: readonly ServerStatus[]): readonly UnavailableServer[] {
  return statuses
    .filter(({ state }) => UNAVAILABLE.has(state))
    .map(({ name, state, reason }) => ({
      server: name,
      reason: reason === undefined ? state : `${state}: ${reason}`,
    }));
}
