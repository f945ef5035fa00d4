/**
 * Everything that a search needs of one list of tools, as flat arrays: for each term the tools that it stands in, and for
 * each tool its terms. A value; for another list another index is made.
 */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { RULES, type Rules } from "../rank/ranking.ts";
import { nameIndex, type NameIndex } from "./name-index.ts";
import { serverIndex, type ServerIndex } from "./server-index.ts";
import { weighTool, type WeighedTool } from "./weigh-tool.ts";

export interface SearchIndex {
  readonly tools: readonly CatalogTool[];
  /** Term → its number. */
  readonly vocabulary: ReadonlyMap<string, number>;
  /** By the term's number: how much it tells that a tool has the term. */
  readonly rarity: Float32Array;
  readonly postings: Postings;
  readonly contents: Contents;
  readonly names: NameIndex;
  readonly servers: ServerIndex;
  readonly rules: Rules;
}

/** Of the term `t`: the entries from `starts[t]` to `starts[t + 1]`. */
interface Postings {
  readonly starts: Uint32Array;
  readonly tools: Uint32Array;
  readonly impacts: Float32Array;
  /** 1 where the term stands in the tool's name. */
  readonly inName: Uint8Array;
}

/** Of the tool `i`: the entries from `starts[i]` to `starts[i + 1]`. */
export interface Contents {
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
  readonly weights: Float32Array;
  /** By the tool's number: all its weights together, and the rarity of its name's terms together. */
  readonly totals: Float32Array;
  readonly nameRarity: Float32Array;
}

export function buildSearchIndex(tools: readonly CatalogTool[], rules: Rules = RULES): SearchIndex {
  const weighed = tools.map((tool) => weighTool(tool, rules));
  const vocabulary = new Map<string, number>();
  const { starts, terms, weights } = readContents(weighed, vocabulary);
  const postings = invert(weighed, { starts, terms }, vocabulary.size);
  const rarity = rarities(postings, tools.length);
  const totals = new Float32Array(tools.length);
  const nameRarity = new Float32Array(tools.length);
  for (const [index, { nameTerms, weights: own }] of weighed.entries()) {
    const start = starts[index] ?? 0;
    for (const weight of own) totals[index] = (totals[index] ?? 0) + weight;
    for (const term of terms.subarray(start, start + nameTerms))
      nameRarity[index] = (nameRarity[index] ?? 0) + (rarity[term] ?? 0);
  }
  const contents = { starts, terms, weights, totals, nameRarity };
  const servers = serverIndex(tools, (term) => rarity[vocabulary.get(term) ?? -1] ?? 0);
  return { tools, vocabulary, rarity, postings, contents, names: nameIndex(tools), servers, rules };
}

function readContents(
  weighed: readonly WeighedTool[],
  vocabulary: Map<string, number>,
): Pick<Contents, "starts" | "terms" | "weights"> {
  const starts = new Uint32Array(weighed.length + 1);
  for (const [index, tool] of weighed.entries()) starts[index + 1] = (starts[index] ?? 0) + tool.terms.length;
  const size = starts[weighed.length] ?? 0;
  const terms = new Uint32Array(size);
  const weights = new Float32Array(size);
  for (const [index, tool] of weighed.entries()) {
    const start = starts[index] ?? 0;
    weights.set(tool.weights, start);
    for (let place = 0; place < tool.terms.length; place += 1)
      terms[start + place] = numberOf(tool.terms[place] ?? "", vocabulary);
  }
  return { starts, terms, weights };
}

function numberOf(term: string, vocabulary: Map<string, number>): number {
  const known = vocabulary.get(term);
  if (known !== undefined) return known;
  vocabulary.set(term, vocabulary.size);
  return vocabulary.size - 1;
}

function invert(
  weighed: readonly WeighedTool[],
  contents: Pick<Contents, "starts" | "terms">,
  vocabularySize: number,
): Postings {
  const starts = new Uint32Array(vocabularySize + 1);
  for (const term of contents.terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < vocabularySize; term += 1)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const size = contents.terms.length;
  const tools = new Uint32Array(size);
  const impacts = new Float32Array(size);
  const inName = new Uint8Array(size);
  const next = starts.slice();
  for (const [index, tool] of weighed.entries()) {
    const start = contents.starts[index] ?? 0;
    for (let place = 0; place < tool.terms.length; place += 1) {
      const term = contents.terms[start + place] ?? 0;
      const entry = next[term] ?? 0;
      next[term] = entry + 1;
      tools[entry] = index;
      impacts[entry] = tool.impacts[place] ?? 0;
      inName[entry] = place < tool.nameTerms ? 1 : 0;
    }
  }
  return { starts, tools, impacts, inName };
}

/** BM25's inverse document frequency: never negative, so that a word which all tools have does no harm. */
function rarities({ starts }: Postings, tools: number): Float32Array {
  return Float32Array.from({ length: starts.length - 1 }, (_, term) => {
    const count = (starts[term + 1] ?? 0) - (starts[term] ?? 0);
    return Math.log(1 + (tools - count + 0.5) / (count + 0.5));
  });
}
