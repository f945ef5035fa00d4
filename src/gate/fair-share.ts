/**
 * Who makes room when all places are taken and somebody wants one more: whoever has its share already makes room itself,
 * and somebody with less takes from those with more. So no client can fill what others need.
 */

export interface FullHouse {
  readonly newcomer: string;
  /** What each owner has. */
  readonly held: ReadonlyMap<string, { readonly size: number }>;
  readonly places: number;
}

/** Those to take from, in the order to try. */
export function whoMakesRoom({ newcomer, held, places }: FullHouse): readonly string[] {
  const own = held.get(newcomer)?.size ?? 0;
  const share = places / (held.size + (own === 0 ? 1 : 0));
  if (own >= share) return [newcomer];
  return [...held]
    .filter(([, { size }]) => size > share)
    .sort(([, a], [, b]) => b.size - a.size)
    .map(([owner]) => owner);
}
