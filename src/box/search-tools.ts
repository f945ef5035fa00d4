/**
 * The search over a box's catalog. An index is made for each list of tools and kept as long as that list is, and as its servers
 * say the same of themselves; what was the same before is not read again.
 */
import type { CatalogTool, Snapshot } from "../catalog/snapshot.ts";
import { buildSearchIndex, type SearchIndex, type ServerTexts } from "../search/index/search-index.ts";
import { searchTools, type SearchAnswer, type SearchOptions } from "../search/search-tools.ts";
import { searchWithVote } from "../search/semantic/search-with-vote.ts";
import type { SemanticVote } from "../search/semantic/semantic-vote.ts";
import type { UnavailableServer } from "../search/unavailable-servers.ts";
import type { ServerState, ServerStatus } from "../types.ts";
import { describeServer, type Described } from "./describe-server.ts";

export interface BoxSearchOptions extends SearchOptions {
  /** Lets an embedding model have a say, too. */
  readonly vote?: SemanticVote;
  readonly signal?: AbortSignal;
}

export interface Searched {
  readonly catalog: Pick<Snapshot, "tools">;
  status(): readonly ServerStatus[];
  upstream(name: string): Described;
}

/** Searches what can be called: tools that are held back are not found. */
export async function searchBox(
  box: Searched,
  query: string,
  options: BoxSearchOptions = {},
): Promise<SearchAnswer> {
  const { vote } = options;
  const statuses = box.status();
  const index = indexOf(box.catalog.tools, textsOf(box, statuses));
  const known = { unavailable: unavailableAmong(statuses), ...options };
  return vote === undefined
    ? searchTools(index, query, known)
    : searchWithVote(index, query, { ...known, vote });
}

/** Snapshots share the list of tools when none has changed. */
const indexes = new WeakMap<readonly CatalogTool[], SearchIndex>();

function indexOf(tools: readonly CatalogTool[], about: ServerTexts): SearchIndex {
  const known = indexes.get(tools);
  if (known !== undefined && isSame(known.about, about)) return known;
  // Whether a tool is held never changes: with other pins it is another tool.
  const index = buildSearchIndex(
    tools.filter((tool) => !tool.held),
    { about },
  );
  indexes.set(tools, index);
  return index;
}

/** Of the servers that may run; of others there are no tools. */
function textsOf(box: Searched, statuses: readonly ServerStatus[]): ServerTexts {
  const texts = new Map<string, string>();
  for (const { name, state } of statuses) {
    const text = HELD.has(state) ? undefined : describeServer(box, name);
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
}

function isSame(before: ServerTexts, after: ServerTexts): boolean {
  return before.size === after.size && [...after].every(([server, text]) => before.get(server) === text);
}

const HELD: ReadonlySet<ServerState> = new Set(["disabled", "untrusted", "invalid"]);

/** These cannot be called now, or only with luck. */
const UNAVAILABLE: ReadonlySet<ServerState> = new Set([...HELD, "needs-auth", "backing-off", "failed"]);

/** The servers that cannot be used now, each with the reason. */
function unavailableAmong(statuses: readonly ServerStatus[]): readonly UnavailableServer[] {
  return statuses
    .filter(({ state }) => UNAVAILABLE.has(state))
    .map(({ name, state, reason }) => ({
      server: name,
      reason: reason === undefined ? state : `${state}: ${reason}`,
    }));
}
