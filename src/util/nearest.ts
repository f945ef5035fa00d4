/**
 * Finds the known names that someone most likely meant by an unknown one, for "did you mean …?". Never guesses wildly:
 * no suggestion is better than a wrong one.
 */

/** Longer words are no typing mistakes, and their distance would be dear to compute. */
const MAX_LENGTH = 64;
/** A start of a name counts as meant from this many letters on. */
const MIN_PREFIX = 3;

/** At most `max` (1) of the candidates that are near the word, the nearest first. */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  { max = 1 }: { readonly max?: number } = {},
): string[] {
  const wanted = plainName(word);
  if (wanted === "") return [];
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const distance = distanceBetween(wanted, plainName(candidate));
    if (distance !== undefined) found.push({ candidate, distance });
  }
  // The sort is stable: of equally near names the first candidate wins.
  found.sort((a, b) => a.distance - b.distance);
  return found.slice(0, max).map(({ candidate }) => candidate);
}

/** Without case and separators: `include_tools`, `include-tools` and `includeTools` are the same name. */
function plainName(name: string): string {
  return name.length > MAX_LENGTH ? "" : name.toLowerCase().replace(/[\s_.\-/:]+/g, "");
}

/** How far apart two names are, or undefined when they have nothing to do with each other. */
function distanceBetween(wanted: string, known: string): number | undefined {
  if (known === "") return undefined;
  const threshold = Math.min(3, Math.max(1, Math.floor(Math.max(wanted.length, known.length) / 3)));
  if (Math.abs(wanted.length - known.length) <= threshold) {
    const edits = editDistance(wanted, known);
    // Every letter different is no typing mistake, however short the word.
    if (edits <= threshold && edits < Math.min(wanted.length, known.length)) return edits;
  }
  const shorter = Math.min(wanted.length, known.length);
  const isPrefix = shorter >= MIN_PREFIX && (known.startsWith(wanted) || wanted.startsWith(known));
  // After all names with typing mistakes, the closest in length first.
  return isPrefix ? threshold + Math.abs(wanted.length - known.length) / MAX_LENGTH : undefined;
}

/** Damerau-Levenshtein in its restricted form: insert, delete, replace, or swap two neighbours. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          at(previous, column - 1) + (same ? 0 : 1),
          isSwap ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
