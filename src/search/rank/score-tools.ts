/**
 * BM25F over the index: what each tool scores for what is wanted. Everything happens in arrays that are made once for an
 * index; a score of 0 means that nothing of the query is in the tool.
 */
import type { SearchIndex } from "../index/search-index.ts";
import type { Wanted } from "../query/read-query.ts";
import { NAME_COVERAGE } from "./ranking.ts";

export interface Scores {
  /** By the tool's number. Valid until the next query. */
  readonly values: Float32Array;
  /** The numbers of the tools that have a score. */
  readonly found: readonly number[];
}

export type ScoreTools = (wanted: readonly Wanted[]) => Scores;

export function createScorer(index: SearchIndex): ScoreTools {
  const size = index.tools.length;
  const values = new Float32Array(size);
  const named = new Float32Array(size);
  const best = new Float32Array(size);
  return (wanted) => {
    values.fill(0);
    named.fill(0);
    const found: number[] = [];
    for (const one of wanted) {
      for (const tool of bestOf(one, index, { best, named })) {
        if (values[tool] === 0) found.push(tool);
        values[tool] = (values[tool] ?? 0) + (best[tool] ?? 0);
        best[tool] = 0;
      }
    }
    const { nameRarity } = index.contents;
    for (const tool of found) {
      const coverage = Math.min(1, (named[tool] ?? 0) / Math.max(nameRarity[tool] ?? 0, Number.MIN_VALUE));
      values[tool] = (values[tool] ?? 0) * (1 + NAME_COVERAGE * coverage);
    }
    return { values, found };
  };
}

interface Scratch {
  /** What the best of the terms scores. All 0 before and after. */
  readonly best: Float32Array;
  /** The rarity of those terms of the tool's name that the query has. */
  readonly named: Float32Array;
}

/** The tools that have one of the terms; `best` then holds what it scores for each. */
function bestOf({ weight, terms }: Wanted, index: SearchIndex, { best, named }: Scratch): readonly number[] {
  const { vocabulary, rarity, postings } = index;
  const touched: number[] = [];
  const numbers = terms.map(({ term }) => vocabulary.get(term) ?? -1);
  // What stands in for a common word is not more telling than the word itself.
  const limit = terms[0]?.likeness === 1 ? (rarity[numbers[0] ?? -1] ?? 0) : Number.POSITIVE_INFINITY;
  for (const [place, { likeness }] of terms.entries()) {
    const term = numbers[place] ?? -1;
    const telling = Math.min(rarity[term] ?? 0, limit);
    const factor = weight * likeness * telling;
    const end = postings.starts[term + 1] ?? 0;
    for (let entry = postings.starts[term] ?? end; entry < end; entry += 1) {
      const tool = postings.tools[entry] ?? 0;
      const value = factor * (postings.impacts[entry] ?? 0);
      const before = best[tool] ?? 0;
      if (before === 0) touched.push(tool);
      if (value > before) best[tool] = value;
      if (likeness === 1 && postings.inName[entry] === 1) named[tool] = (named[tool] ?? 0) + telling;
    }
  }
  return touched;
}
