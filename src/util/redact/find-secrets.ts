/**
 * Finds many known strings in a text at once and masks them. A table of hashes of the first characters rules out almost
 * every place; the few others are looked up in the sorted list. No regular expression is built from secrets: with a
 * thousand of them it would be too big, and its time would depend on what the text holds.
 */
import { decodeViews, placeOf, type View } from "./decode-views.ts";
import { MIN_SECRET_LENGTH } from "./secret-forms.ts";

export interface SecretFinder {
  /** The text with every range that some known string covers replaced by the mask; ranges that meet become one. */
  mask(text: string, mask: string): string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A finder for these strings, each of at least `MIN_SECRET_LENGTH` characters. */
export function createSecretFinder(strings: readonly string[]): SecretFinder {
  if (strings.length === 0) return { mask: (text) => text };
  const index = createPrefixIndex(strings);

  return {
    mask(text, mask) {
      const ranges = decodeViews(text).flatMap((view) => findIn(view, index));
      return ranges.length === 0 ? text : replaceRanges(text, ranges, mask);
    },
  };
}

interface PrefixIndex {
  /** Whether some string may start with four characters of this hash. */
  readonly mayStart: Uint8Array;
  /** The longest string that the text has at this place, as its length; 0 for none. */
  longestAt(text: string, place: number): number;
}

const HASH_SIZE = 1 << 16;
/** Hashed characters; no known string is shorter. */
const HASHED = Math.min(4, MIN_SECRET_LENGTH);

function hashAt(text: string, place: number): number {
  let hash = 0;
  for (let offset = 0; offset < HASHED; offset += 1)
    hash = Math.imul(hash, 31) + text.charCodeAt(place + offset);
  return hash & (HASH_SIZE - 1);
}

function createPrefixIndex(strings: readonly string[]): PrefixIndex {
  const sorted = [...new Set(strings)].sort(compare);
  const longest = sorted.reduce((length, string) => Math.max(length, string.length), 0);
  const mayStart = new Uint8Array(HASH_SIZE);
  for (const string of sorted) mayStart[hashAt(string, 0)] = 1;

  // For each string the next shorter one that it starts with. Strings that start alike are neighbours in the order.
  const parents: number[] = [];
  for (const [position, string] of sorted.entries()) {
    let parent = position - 1;
    while (parent >= 0 && !string.startsWith(sorted[parent] ?? "")) parent = parents[parent] ?? -1;
    parents.push(parent);
  }

  function longestAt(text: string, place: number): number {
    const here = text.slice(place, place + longest);
    // Every string that the text has here is the last one not after it in the order, or one of that one's parents.
    let position = lastNotAfter(sorted, here);
    while (position >= 0 && !here.startsWith(sorted[position] ?? "")) position = parents[position] ?? -1;
    return sorted[position]?.length ?? 0;
  }
  return { mayStart, longestAt };
}

function lastNotAfter(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle] ?? "", text) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Every place is tried, also inside of a match: of two secrets that overlap neither may leave a tail. */
function findIn(view: View, index: PrefixIndex): Range[] {
  const ranges: Range[] = [];
  const last = view.text.length - MIN_SECRET_LENGTH;
  for (let place = 0; place <= last; place += 1) {
    if (index.mayStart[hashAt(view.text, place)] === 0) continue;
    const length = index.longestAt(view.text, place);
    if (length > 0) ranges.push({ start: placeOf(view, place), end: placeOf(view, place + length) });
  }
  return ranges;
}

function replaceRanges(text: string, ranges: Range[], mask: string): string {
  ranges.sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let done = 0;
  let covered = -1;
  for (const { start, end } of ranges) {
    if (start > covered) {
      if (covered >= 0) done = covered;
      parts.push(text.slice(done, start), mask);
    }
    covered = Math.max(covered, end);
  }
  parts.push(text.slice(covered));
  return parts.join("");
}
