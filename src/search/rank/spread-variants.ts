/**
 * Keeps near copies of one tool (forks of a server, versions of a function) from filling the first page: the best of them
 * stays where it is, each further one moves back a little. Nothing is dropped.
 */
import type { Contents, SearchIndex } from "../index/search-index.ts";
import type { Rules } from "./ranking.ts";

export interface Ranked {
  /** The tool's number. */
  readonly tool: number;
  readonly score: number;
}

interface Waiting {
  readonly tool: number;
  /** Before it was moved back. */
  readonly first: number;
  score: number;
  /** With how many of the chosen ones it was compared. */
  compared: number;
}

/** The first `count` of the candidates, which come sorted, in the order that they have when variants are moved back. */
export function spreadVariants(
  candidates: readonly Ranked[],
  count: number,
  { contents, rules }: Pick<SearchIndex, "contents" | "rules">,
): readonly Ranked[] {
  const chosen: Ranked[] = [];
  const likenesses: Likeness[] = [];
  const waiting = candidates.map(({ tool, score }): Waiting => ({ tool, score, first: score, compared: 0 }));
  while (chosen.length < count && waiting.length > 0) {
    const [next] = waiting.splice(placeOfBest(waiting, likenesses, rules), 1);
    if (next === undefined) break;
    chosen.push({ tool: next.tool, score: next.score });
    likenesses.push(likenessTo(next.tool, contents));
  }
  return chosen;
}

function placeOfBest(
  waiting: readonly Waiting[],
  likenesses: readonly Likeness[],
  { variantLikeness, variantFactor }: Rules,
): number {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < waiting.length; place += 1) {
    const one = waiting[place];
    // A score only ever falls: from here on nobody can be better.
    if (one === undefined || one.first <= highest) break;
    for (; one.compared < likenesses.length; one.compared += 1) {
      if ((likenesses[one.compared]?.(one.tool) ?? 0) >= variantLikeness) one.score *= variantFactor;
    }
    if (one.score > highest) [best, highest] = [place, one.score];
  }
  return best;
}

/** How much of their weight two tools share: 0 for nothing, 1 for all. */
type Likeness = (other: number) => number;

function likenessTo(tool: number, { starts, terms, weights, totals }: Contents): Likeness {
  const own = new Map<number, number>();
  const end = starts[tool + 1] ?? 0;
  for (let entry = starts[tool] ?? end; entry < end; entry += 1)
    own.set(terms[entry] ?? 0, weights[entry] ?? 0);
  return (other) => {
    let shared = 0;
    const end = starts[other + 1] ?? 0;
    for (let entry = starts[other] ?? end; entry < end; entry += 1)
      shared += Math.min(weights[entry] ?? 0, own.get(terms[entry] ?? 0) ?? 0);
    return shared / ((totals[tool] ?? 0) + (totals[other] ?? 0) - shared);
  };
}
