/**
 * Matching with a star: tokens against items, where a star takes any number of items. Only the last star is ever tried again,
 * so that the time is at most the product of both lengths, whatever they hold.
 */
export const STAR = Symbol("any number of items");

export interface Sequence<Token, Item> {
  readonly tokens: readonly (Token | typeof STAR)[];
  readonly items: readonly Item[];
  readonly fits: (token: Token, item: Item) => boolean;
}

export function matchSequence<Token, Item>({ tokens, items, fits }: Sequence<Token, Item>): boolean {
  let token = 0;
  let item = 0;
  /** Just after the last star, and the end of what it covers so far. */
  let afterStar = -1;
  let covered = 0;
  while (item < items.length) {
    const wanted = tokens[token];
    const given = items[item];
    if (wanted === STAR) {
      token += 1;
      afterStar = token;
      covered = item;
    } else if (wanted !== undefined && given !== undefined && fits(wanted, given)) {
      token += 1;
      item += 1;
    } else if (afterStar >= 0) {
      covered += 1;
      token = afterStar;
      item = covered;
    } else return false;
  }
  while (tokens[token] === STAR) token += 1;
  return token === tokens.length;
}
