/** The best few of many, without sorting the rest. */
import type { Ranked } from "./spread-variants.ts";

export interface Scoring {
  readonly scoreOf: (tool: number) => number;
  /** What the tool may score at most, where that is cheaper to know. */
  readonly atMost?: (tool: number) => number;
}

/** The `count` highest scores, the highest first; of equal ones the tool that comes first in the catalog. */
export function bestOf(
  tools: Iterable<number>,
  { scoreOf, atMost = scoreOf }: Scoring,
  count: number,
): readonly Ranked[] {
  const best: Ranked[] = [];
  let enough = Number.NEGATIVE_INFINITY;
  for (const tool of tools) {
    if (atMost(tool) < enough) continue;
    const score = scoreOf(tool);
    if (score < enough) continue;
    insert(best, { tool, score });
    if (best.length > count) best.pop();
    if (best.length === count) enough = best.at(-1)?.score ?? enough;
  }
  return best;
}

function insert(best: Ranked[], one: Ranked): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = best[middle];
    if (other !== undefined && isBefore(one, other)) high = middle;
    else low = middle + 1;
  }
  best.splice(low, 0, one);
}

function isBefore(a: Ranked, b: Ranked): boolean {
  return a.score === b.score ? a.tool < b.tool : a.score > b.score;
}
