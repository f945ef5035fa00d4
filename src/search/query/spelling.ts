/**
 * What a word may mean that no tool has: the beginning of a longer word, or a typing mistake. Looks only at words that begin
 * with the same letter and are about as long, because a query must stay fast among ten thousand tools.
 */

/** Shorter words have too many neighbours. */
const MIN_TYPO = 5;
const MIN_BEGINNING = 3;
/** From this length on two mistakes are forgiven. */
const LONG = 9;
const MAX_FOUND = 3;

export interface Spelling {
  /** At most three terms, the nearest first. */
  nearest(term: string): readonly string[];
}

export function spellingOf(vocabulary: Iterable<string>): Spelling {
  const byStart = Map.groupBy(
    [...vocabulary]
      .filter((term) => LETTERS.test(term) && term.length >= MIN_BEGINNING)
      .map((term): Candidate => ({ term, letters: lettersOf(term) })),
    ({ term }) => term.charAt(0),
  );
  return {
    nearest(term) {
      if (!LETTERS.test(term)) return [];
      const candidates = byStart.get(term.charAt(0)) ?? [];
      const typos = term.length < MIN_TYPO ? [] : findTypos(term, candidates);
      return typos.length > 0 ? typos : findLonger(term, candidates);
    },
  };
}

const LETTERS = /^[a-z]{3,40}$/;

interface Candidate {
  readonly term: string;
  /** One bit for each letter of the alphabet that is in it. */
  readonly letters: number;
}

function lettersOf(term: string): number {
  let letters = 0;
  for (let place = 0; place < term.length; place += 1) letters |= 1 << (term.charCodeAt(place) - 97);
  return letters;
}

function findTypos(term: string, candidates: readonly Candidate[]): readonly string[] {
  const ownLetters = lettersOf(term);
  let allowed = term.length >= LONG ? 2 : 1;
  let found: string[] = [];
  for (const { term: candidate, letters } of candidates) {
    if (Math.abs(candidate.length - term.length) > allowed || candidate.length < MIN_TYPO - 1) continue;
    // A mistake takes at most one letter away and brings at most one in; most words are out of reach by that alone.
    if (hasMoreBits(ownLetters ^ letters, 2 * allowed)) continue;
    const distance = distanceWithin(term, candidate, allowed);
    if (distance > allowed) continue;
    if (distance < allowed) found = [];
    allowed = distance;
    found.push(candidate);
  }
  return found.slice(0, MAX_FOUND);
}

function hasMoreBits(bits: number, most: number): boolean {
  let rest = bits;
  for (let count = 0; count < most && rest !== 0; count += 1) rest &= rest - 1;
  return rest !== 0;
}

function findLonger(term: string, candidates: readonly Candidate[]): readonly string[] {
  const longer = candidates.map((candidate) => candidate.term).filter((one) => one.startsWith(term));
  return longer.sort((a, b) => a.length - b.length).slice(0, MAX_FOUND);
}

/**
 * The number of letters to insert, delete, replace or swap with their neighbour; anything above `most` when it is more than
 * that. What both begin and end with is cut off first: of most words that leaves little to compare.
 */
function distanceWithin(a: string, b: string, most: number): number {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1;
  return compareMiddles(a.slice(start, a.length - end), b.slice(start, b.length - end), most);
}

function compareMiddles(a: string, b: string, most: number): number {
  if (a === "" || b === "") return a.length + b.length;
  if (most < 1) return most + 1;
  if (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]) return 1;
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)];
  return (
    1 +
    Math.min(
      distanceWithin(restOfA, restOfB, most - 1),
      distanceWithin(restOfA, b, most - 1),
      distanceWithin(a, restOfB, most - 1),
    )
  );
}
