/** Text → the terms that are compared: words without stop words, stemmed where they are English. */
import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { wordsOf } from "./words.ts";

/** The terms of a text in their order, with repetitions. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) {
    const term = termOf(word);
    if (term !== undefined) terms.push(term);
  }
  return terms;
}

/** The term of one word; undefined for a word that says nothing. */
export function termOf(word: string): string | undefined {
  const known = cache.get(word);
  if (known !== undefined) return known === "" ? undefined : known;
  const term = makeTerm(word);
  // The words come from servers and queries: without a limit they would fill the memory of a long run.
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(word, term);
  return term === "" ? undefined : term;
}

const MAX_CACHED = 50_000;
const cache = new Map<string, string>();

function makeTerm(word: string): string {
  if (STOP_WORDS.has(word) || /^[a-z]$/.test(word)) return "";
  return /^[a-z]+$/.test(word) ? stem(word) : word;
}
