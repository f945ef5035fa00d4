/**
 * The names that someone may have meant where they did not mistype one but guessed: first those that `nearest` finds, then
 * those that share words with it. For places where a wrong suggestion does no harm and none at all helps nobody.
 */
import { nearest } from "./nearest.ts";

export interface LikelyOptions {
  readonly max: number;
  /** How much else speaks for a name: 0 for nothing, 1 as much as a whole word. */
  readonly bonus?: (candidate: string) => number;
}

export interface LikelyNames {
  /** The most likely first. */
  readonly names: readonly string[];
  /** Whether one is so near that it was surely meant. */
  readonly isSure: boolean;
}

export function likelyNames(
  word: string,
  candidates: Iterable<string>,
  { max, bonus = () => 0 }: LikelyOptions,
): LikelyNames {
  const all = [...candidates];
  const near = nearest(word, all, { max });
  const known = all.map((candidate) => ({ candidate, words: wordsOf(candidate) }));
  const wanted = weighed(
    wordsOf(word),
    known.map(({ words }) => words),
  );
  const others = known
    .filter(({ candidate }) => !near.includes(candidate))
    .map(({ candidate, words }) => ({ candidate, score: sharedBetween(wanted, words) + bonus(candidate) }))
    .filter(({ score }) => score > 0)
    // The sort is stable: of equally likely names the first candidate wins.
    .sort((a, b) => b.score - a.score);
  const names = [...near, ...others.map(({ candidate }) => candidate)].slice(0, max);
  return { names, isSure: near.length > 0 };
}

/** Longer names are no names. */
const MAX_LENGTH = 128;
const PIECE = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[\u0080-\uffff]+/g;
/** In the name of every server, so that it says nothing. */
const EVERYWHERE = "mcp";

/** `listFiles`, `list_files` and `list-file` have the same words. */
function wordsOf(name: string): readonly string[] {
  const pieces = name.slice(0, MAX_LENGTH).match(PIECE) ?? [];
  return pieces
    .map((piece) => piece.toLowerCase())
    .filter((piece) => piece !== EVERYWHERE)
    .map((piece) => (piece.length > 3 ? piece.replace(/s$/, "") : piece));
}

/** A word that many names have says little about which was meant. */
function weighed(
  words: readonly string[],
  names: readonly (readonly string[])[],
): ReadonlyMap<string, number> {
  return new Map(
    words.map((word) => {
      const having = names.filter((known) => known.some((other) => likeness(word, other) > 0)).length;
      return [word, 1 / (1 + Math.log2(Math.max(1, having)))];
    }),
  );
}

/** How much two names share, a little less where they have other words besides. */
function sharedBetween(wanted: ReadonlyMap<string, number>, known: readonly string[]): number {
  let shared = 0;
  for (const [word, weight] of wanted)
    shared += weight * Math.max(0, ...known.map((other) => likeness(word, other)));
  return shared === 0 ? 0 : shared - known.length / 1000;
}

const MIN_START = 3;

/** `file` begins `filesystem`, and `dir` begins `directory`. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const isStart = Math.min(a.length, b.length) >= MIN_START && (a.startsWith(b) || b.startsWith(a));
  return isStart ? 0.7 : 0;
}
