/** Some of many, in their order: those that are needed before all others. */

export interface Choice<Item> {
  readonly max: number;
  readonly isNeeded: (item: Item) => boolean;
}

export function keepNeeded<Item>(items: readonly Item[], { max, isNeeded }: Choice<Item>): readonly Item[] {
  if (items.length <= max) return items;
  const kept = new Set(items.filter((item) => isNeeded(item)).slice(0, max));
  for (const item of items) {
    if (kept.size >= max) break;
    kept.add(item);
  }
  return items.filter((item) => kept.has(item));
}
