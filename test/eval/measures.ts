/** What a search is measured by, and how much of a number is luck. */
import type { DataQuery } from "./data-sets.ts";

/** The share of a query's needs that are met; with `hit`, whether one of them is. */
export function recall({ gold, hit }: DataQuery, ids: readonly string[]): number {
  const met = gold.filter((group) => group.some((id) => ids.includes(id))).length;
  return hit === "any" ? Math.min(1, met) : met / gold.length;
}

/** Each group gains once, at the first of its members. */
export function ndcg({ gold }: DataQuery, ids: readonly string[]): number {
  const discount = (rank: number): number => 1 / Math.log2(rank + 2);
  const ranks = gold.map((group) => ids.findIndex((id) => group.includes(id))).filter((rank) => rank >= 0);
  const ideal = gold.slice(0, 10).reduce((sum, _, rank) => sum + discount(rank), 0);
  return [...new Set(ranks)].reduce((sum, rank) => sum + discount(rank), 0) / ideal;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const DRAWS = 1000;

/** Between these the mean lies in 95 of 100 sets of queries that are drawn from this one: Efron's bootstrap. */
export function interval(values: readonly number[]): readonly [low: number, high: number] {
  const random = drawing();
  const means = Array.from({ length: DRAWS }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return [means[Math.floor(DRAWS * 0.025)] ?? 0, means[Math.ceil(DRAWS * 0.975) - 1] ?? 0];
}

/** Always the same numbers from 0 to 1: two runs must agree. */
function drawing(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
