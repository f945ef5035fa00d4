/**
 * The search by words with a second vote by meaning, put together by rank: how the two measure cannot be compared. When the
 * vote fails, the search by words answers alone and says so.
 */
import { messageOf, TackleError } from "../../errors.ts";
import type { SearchIndex } from "../index/search-index.ts";
import { rankTools, type Ranking } from "../rank/rank-tools.ts";
import { bestOf } from "../rank/best-of.ts";
import { scopeIndex } from "../scope-index.ts";
import { limitOf, searchTools, toAnswer, type SearchAnswer, type SearchOptions } from "../search-tools.ts";
import type { SemanticVote } from "./semantic-vote.ts";

export interface VoteOptions extends SearchOptions {
  readonly vote: SemanticVote;
  readonly signal?: AbortSignal | undefined;
}

/** Far enough down that a tool which only one of the two sees well can still come up. */
const DEPTH = 100;
/** The usual constant of reciprocal ranks is made for hundreds of results; people and models read ten. */
const FLATTENING = 10;

export async function searchWithVote(
  index: SearchIndex,
  query: string,
  options: VoteOptions,
): Promise<SearchAnswer> {
  const { vote, signal, filter } = options;
  const scoped = scopeIndex(index, filter);
  try {
    const meant = await vote.rank(scoped.tools, query, { count: DEPTH, signal });
    const ranking = rankTools(scoped, query, DEPTH);
    const { ranked, matches } = fuse(ranking, { meant, weight: vote.weight, limit: limitOf(options) });
    return toAnswer({ query, index: scoped, ranked, matches, options });
  } catch (error) {
    if (signal?.aborted === true)
      throw new TackleError({ code: "cancelled", message: "Interrupted", cause: error });
    return { ...searchTools(index, query, options), warning: `Searched by words only: ${messageOf(error)}` };
  }
}

interface Ballot {
  readonly meant: readonly number[];
  readonly weight: number;
  readonly limit: number;
}

/** The tools that the query names stay in front; the rest is ordered by both. */
function fuse({ named, others, matches }: Ranking, { meant, weight, limit }: Ballot) {
  const scores = new Map<number, number>();
  const add = (tool: number, score: number): unknown => scores.set(tool, (scores.get(tool) ?? 0) + score);
  for (const [rank, { tool }] of others.entries()) add(tool, 1 / (FLATTENING + rank + 1));
  for (const [rank, tool] of meant.entries()) add(tool, weight / (FLATTENING + rank + 1));
  for (const { tool } of named) scores.delete(tool);
  const first = named.slice(0, limit);
  const rest = bestOf([...scores.keys()], { scoreOf: (tool) => scores.get(tool) ?? 0 }, limit - first.length);
  return { ranked: [...first, ...rest], matches: Math.max(matches, named.length + scores.size) };
}
