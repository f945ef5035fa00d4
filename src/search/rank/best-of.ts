/** The best few of many, without sorting the rest. */
import type { Ranked } from "./spread-variants.ts";

/** The `count` highest scores, the highest first; of equal ones the tool that comes first in the catalog. */
export function bestOf(
  tools: readonly number[],
  scoreOf: (tool: number) => number,
  count: number,
): readonly Ranked[] {
  const best: Ranked[] = [];
  for (const tool of tools) {
    const score = scoreOf(tool);
    const last = best[count - 1];
    if (last !== undefined && !isBefore({ tool, score }, last)) continue;
    insert(best, { tool, score });
    if (best.length > count) best.pop();
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
