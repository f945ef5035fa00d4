/**
 * What somebody wrote → what is looked for: each word with everything that may stand for it. The query is untrusted text,
 * often a model's: it is cut to a length at which a search is still fast.
 */
import type { Rules } from "../rank/ranking.ts";
import { synonymsOf } from "../text/synonyms.ts";
import { termOf } from "../text/terms.ts";
import { wordsOf } from "../text/words.ts";
import type { Spelling } from "./spelling.ts";

export const MAX_QUERY = 2000;
const MAX_WANTED = 64;
/** Looking for the nearest words takes longer than looking for a word. */
const MAX_RESPELLED = 8;
/** Two short words joined are some other word: `a` and `part`. */
const MIN_JOINED = 6;
/** Shorter parts are found in any word. */
const MIN_PART = 4;

/** One thing that the query asks for; a tool counts by the best of the terms that it has. */
export interface Wanted {
  readonly weight: number;
  readonly terms: readonly WantedTerm[];
}

interface WantedTerm {
  readonly term: string;
  /** 1 for the query's own word, less for what stands in for it. */
  readonly likeness: number;
}

export interface Vocabulary {
  has(term: string): boolean;
  spelling(): Spelling;
}

export interface Reading {
  readonly vocabulary: Vocabulary;
  readonly rules: Rules;
}

export function readQuery(query: string, reading: Reading): readonly Wanted[] {
  const { vocabulary, rules } = reading;
  const words = wordsOf(query.slice(0, MAX_QUERY));
  const weights = weighTerms(words, rules);
  for (const term of joinedTerms(words)) {
    if (vocabulary.has(term) && !weights.has(term)) weights.set(term, rules.joined);
  }
  let respelled = 0;
  return [...weights].slice(0, MAX_WANTED).map(([term, weight]) => {
    const terms = [term, ...(rules.synonym > 0 ? synonymsOf(term) : [])]
      .filter((one) => vocabulary.has(one))
      .map((one) => ({ term: one, likeness: one === term ? 1 : rules.synonym }));
    if (terms.length > 0 || respelled >= MAX_RESPELLED) return { weight, terms };
    respelled += 1;
    const word = words.find((one) => termOf(one) === term) ?? term;
    return { weight, terms: readUnknown({ word, term }, reading) };
  });
}

/** A word that no tool has: mistyped, begun, or two words in one. */
function readUnknown(
  { word, term }: { readonly word: string; readonly term: string },
  { vocabulary, rules }: Reading,
): readonly WantedTerm[] {
  const nearest = vocabulary.spelling().nearest(term);
  if (nearest.length > 0) return nearest.map((one) => ({ term: one, likeness: rules.respelled }));
  return partsOf(word, vocabulary).map((one) => ({ term: one, likeness: rules.part }));
}

/** A word that is said twice counts more, but not twice. */
function weighTerms(words: readonly string[], rules: Rules): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) {
    const term = termOf(word);
    if (term !== undefined) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  for (const [term, count] of counts)
    counts.set(term, (1 + Math.log(count)) * (/^\d+$/.test(term) ? rules.number : 1));
  return counts;
}

/** `file system` is also `filesystem`. */
function joinedTerms(words: readonly string[]): readonly string[] {
  return words.slice(1).flatMap((word, index) => {
    const joined = (words[index] ?? "") + word;
    return joined.length < MIN_JOINED ? [] : (termOf(joined) ?? []);
  });
}

/** `timezone` is also `time zone`. */
function partsOf(word: string, vocabulary: Vocabulary): readonly string[] {
  for (let end = word.length - MIN_PART; end >= MIN_PART; end -= 1) {
    const parts = [word.slice(0, end), word.slice(end)].flatMap((part) => termOf(part) ?? []);
    if (parts.length === 2 && parts.every((part) => vocabulary.has(part))) return parts;
  }
  return [];
}
