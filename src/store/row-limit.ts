/** How many rows a query may return: what was asked for, as a whole number within bounds. */
const MOST = 10_000;

export function rowLimit(asked: number): number {
  return Number.isFinite(asked) ? Math.max(0, Math.min(MOST, Math.trunc(asked))) : MOST;
}
