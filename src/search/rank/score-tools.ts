/**
 * What each tool scores for what is wanted: BM25F over its words, more where the query names the tool or its server, less
 * for what the query says besides. Everything happens in arrays that are made once for an index; a score of 0 means that
 * nothing of the query is in the tool.
 */
import type { SearchIndex } from "../index/search-index.ts";
import type { Wanted } from "../query/read-query.ts";

/** Valid until the next query. */
export interface Scores {
  /** The numbers of the tools that have a score. */
  readonly found: Uint32Array;
  readonly scoreOf: (tool: number) => number;
  /** No less than the tool's score, and known at once. */
  readonly atMost: (tool: number) => number;
}

export type ScoreTools = (wanted: readonly Wanted[]) => Scores;

export function createScorer(index: SearchIndex): ScoreTools {
  const size = index.tools.length;
  const { nameCoverage, serverCoverage } = index.rules;
  const highestFactor = (1 + 2 * nameCoverage) * (1 + serverCoverage);
  const sums: Sums = {
    values: new Float32Array(size),
    covered: new Float32Array(size),
    named: new Float32Array(size),
    best: new Float32Array(size),
    touched: new Uint32Array(size),
    found: new Uint32Array(size),
    servers: new Float32Array(index.servers.rarity.length),
  };
  return (wanted) => {
    const { values, covered, named, servers } = sums;
    for (const sum of [values, covered, named, servers]) sum.fill(0);
    let count = 0;
    let total = 0;
    for (const one of wanted) {
      const worth = worthOf(one, index);
      total += worth;
      count = addWanted(one, { index, sums, count, worth });
      addServers(one, index, servers);
    }
    const scored = { index, sums, total };
    return {
      found: sums.found.subarray(0, count),
      scoreOf: (tool) => (values[tool] ?? 0) * factorOf(tool, scored),
      atMost: (tool) => (values[tool] ?? 0) * highestFactor,
    };
  };
}

/** The floats are by the tool's number, all but the last. */
interface Sums {
  readonly values: Float32Array;
  /** What the tool has of the query, where no word counts more than it is worth. */
  readonly covered: Float32Array;
  /** The rarity of those terms of the tool's name that the query has. */
  readonly named: Float32Array;
  /** What the best of the terms scores. All 0 before and after. */
  readonly best: Float32Array;
  /** The numbers of the tools that have one of the terms, and of all that have a score. */
  readonly touched: Uint32Array;
  readonly found: Uint32Array;
  /** By the server's number: the rarity of those terms of its name that the query has. */
  readonly servers: Float32Array;
}

/** What a query's word counts in a tool where it is neither frequent nor lost in a long text. */
function worthOf({ weight, terms }: Wanted, { rarity, vocabulary }: SearchIndex): number {
  const [first] = terms;
  return first === undefined ? 0 : weight * first.likeness * (rarity[vocabulary.get(first.term) ?? -1] ?? 0);
}

interface Adding {
  readonly index: SearchIndex;
  readonly sums: Sums;
  /** How many tools have a score. */
  readonly count: number;
  readonly worth: number;
}

/** A tool gets what the best of the terms scores. Returns how many tools have a score now. */
function addWanted({ weight, terms }: Wanted, { index, sums, count, worth }: Adding): number {
  const { vocabulary, rarity, postings } = index;
  const { values, covered, named, best, touched, found } = sums;
  let touches = 0;
  const numbers = terms.map(({ term }) => vocabulary.get(term) ?? -1);
  // What stands in for a common word is not more telling than the word itself.
  const limit = terms[0]?.likeness === 1 ? (rarity[numbers[0] ?? -1] ?? 0) : Number.POSITIVE_INFINITY;
  for (const [place, { likeness }] of terms.entries()) {
    const term = numbers[place] ?? -1;
    const telling = Math.min(rarity[term] ?? 0, limit);
    const factor = weight * likeness * telling;
    // A rule of 0 switches its words off: they find nothing.
    if (factor === 0) continue;
    const end = postings.starts[term + 1] ?? 0;
    for (let entry = postings.starts[term] ?? end; entry < end; entry += 1) {
      const tool = postings.tools[entry] ?? 0;
      const value = factor * (postings.impacts[entry] ?? 0);
      const before = best[tool] ?? 0;
      if (before === 0) touched[touches++] = tool;
      if (value > before) best[tool] = value;
      if (likeness === 1 && postings.inName[entry] === 1) named[tool] = (named[tool] ?? 0) + telling;
    }
  }
  let after = count;
  for (const tool of touched.subarray(0, touches)) {
    if (values[tool] === 0) found[after++] = tool;
    const value = best[tool] ?? 0;
    values[tool] = (values[tool] ?? 0) + value;
    covered[tool] = (covered[tool] ?? 0) + Math.min(worth, value);
    best[tool] = 0;
  }
  return after;
}

/** Only the query's own words name a server. */
function addServers({ terms }: Wanted, index: SearchIndex, servers: Float32Array): void {
  const [first] = terms;
  if (first?.likeness !== 1) return;
  const rarity = index.rarity[index.vocabulary.get(first.term) ?? -1] ?? 0;
  for (const server of index.servers.byTerm.get(first.term) ?? [])
    servers[server] = (servers[server] ?? 0) + rarity;
}

interface Scored {
  readonly index: SearchIndex;
  readonly sums: Sums;
  /** What all that is wanted is worth. */
  readonly total: number;
}

function factorOf(tool: number, { index, sums, total }: Scored): number {
  const { rules, contents, servers } = index;
  const server = servers.ofTool[tool] ?? 0;
  const named = sums.named[tool] ?? 0;
  const ofName = share(named, contents.nameRarity[tool]);
  const ofServer = share(sums.servers[server] ?? 0, servers.rarity[server]) * (servers.telling[server] ?? 0);
  return (
    (1 + rules.nameCoverage * ofName * (1 + share(named, total))) *
    (1 + rules.serverCoverage * ofServer) *
    (1 - rules.queryCoverage * (1 - share(sums.covered[tool] ?? 0, total)))
  );
}

function share(part: number, whole = 0): number {
  return Math.min(1, part / Math.max(whole, Number.MIN_VALUE));
}
