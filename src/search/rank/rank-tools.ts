/** A query's tools in their order: those that it names, then those that its words speak of. */
import { matchNames, type NameMatch } from "../index/name-index.ts";
import type { SearchIndex } from "../index/search-index.ts";
import { MAX_QUERY, readQuery, type Vocabulary } from "../query/read-query.ts";
import { spellingOf, type Spelling } from "../query/spelling.ts";
import { bestOf } from "./best-of.ts";
import { createScorer, type ScoreTools, type Scores } from "./score-tools.ts";
import { spreadVariants, type Ranked } from "./spread-variants.ts";

export interface Ranking {
  /** The tools that the query names; they come first. */
  readonly named: readonly Ranked[];
  readonly others: readonly Ranked[];
  /** How many tools there are in all that have something of the query. */
  readonly matches: number;
}

/** The first `count` tools. */
export function rankTools(index: SearchIndex, query: string, count: number): Ranking {
  const text = query.slice(0, MAX_QUERY).trim();
  const { score, vocabulary } = toolsOf(index);
  const scores = score(readQuery(text, { vocabulary, rules: index.rules }));
  const names = matchNames(index.names, text, index.tools);
  // More than are wanted, because variants move back.
  const best = bestOf(scores.found, scores, CANDIDATES * count + names.size);
  const named = rankNamed(names, { scoreOf: scores.scoreOf, highest: best[0]?.score ?? 0 }).slice(0, count);
  const candidates = best.filter(({ tool }) => !names.has(tool)).slice(0, CANDIDATES * count);
  const others = spreadVariants(candidates, count - named.length, index);
  const unscored = [...names.keys()].filter((tool) => scores.scoreOf(tool) === 0).length;
  return { named, others, matches: scores.found.length + unscored };
}

const CANDIDATES = 5;

/** The surest first, of equally sure ones the one that the words speak of; all above the scores of the rest. */
function rankNamed(
  names: ReadonlyMap<number, NameMatch>,
  { scoreOf, highest }: Pick<Scores, "scoreOf"> & { readonly highest: number },
): readonly Ranked[] {
  const step = highest + 1;
  return [...names]
    .map(([tool, match]) => ({ tool, score: scoreOf(tool) + (4 - match) * step }))
    .sort((a, b) => b.score - a.score || a.tool - b.tool);
}

interface IndexTools {
  readonly score: ScoreTools;
  readonly vocabulary: Vocabulary;
}

/** What is made for an index when it is first searched. */
function toolsOf(index: SearchIndex): IndexTools {
  const known = made.get(index);
  if (known !== undefined) return known;
  let spelling: Spelling | undefined;
  const tools: IndexTools = {
    score: createScorer(index),
    vocabulary: {
      has: (term) => index.vocabulary.has(term),
      spelling: () => (spelling ??= spellingOf(index.vocabulary.keys())),
    },
  };
  made.set(index, tools);
  return tools;
}

const made = new WeakMap<SearchIndex, IndexTools>();
