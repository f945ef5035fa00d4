/**
 * Ranks tools by what they mean instead of by their words, with an embedder. A tool is embedded once; of a query nothing is
 * kept.
 */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { TackleError } from "../../errors.ts";
import { MAX_QUERY } from "../query/read-query.ts";
import { bestOf } from "../rank/best-of.ts";
import { cachedEmbedder, type EmbeddingCache } from "./embedding-cache.ts";
import type { Embedder } from "./embedder.ts";

export interface SemanticVote {
  /** How much it counts beside the search by words. */
  readonly weight: number;
  /** The numbers of the `count` tools nearest to the query, the nearest first. */
  rank(tools: readonly CatalogTool[], query: string, options: RankOptions): Promise<readonly number[]>;
}

interface RankOptions {
  readonly count: number;
  readonly signal?: AbortSignal | undefined;
}

export interface SemanticVoteOptions {
  readonly embedder: Embedder;
  /** Keeps the vectors of tools; without it they live as long as the process. */
  readonly cache?: EmbeddingCache;
  /** How much the vote counts beside the search by words, which counts 1; a large model earns more than a small one. */
  readonly weight?: number;
}

/** Where the small local model helps and does no harm (docs/search.md). */
const DEFAULT_WEIGHT = 0.4;

/** More is not in the vector of a small model, and costs the same. */
const MAX_TEXT = 1000;

export function semanticVote({
  embedder,
  cache,
  weight = DEFAULT_WEIGHT,
}: SemanticVoteOptions): SemanticVote {
  const forTools = cache === undefined ? embedder : cachedEmbedder(embedder, cache);
  const known = new WeakMap<CatalogTool, Float32Array>();
  return {
    weight,
    async rank(tools, query, { count, signal }) {
      const missing = tools.filter((tool) => !known.has(tool));
      const made = missing.length === 0 ? [] : await forTools.embed(missing.map(textOf), signal);
      for (const [index, tool] of missing.entries()) known.set(tool, unit(made[index]));
      const [asked] = await embedder.embed([query.slice(0, MAX_QUERY)], signal);
      const wanted = unit(asked);
      const nearness = (tool: number): number => {
        const vector = tools[tool] && known.get(tools[tool]);
        return vector === undefined ? 0 : product(wanted, vector);
      };
      return bestOf([...tools.keys()], { scoreOf: nearness }, count).map(({ tool }) => tool);
    },
  };
}

function textOf({ server, tool, definition: { description } }: CatalogTool): string {
  const spoken = tool.replace(/[_\-./]+|(?<=[a-z\d])(?=[A-Z])/g, " ");
  return `${server} ${spoken}: ${typeof description === "string" ? description : ""}`.slice(0, MAX_TEXT);
}

/** The vector with length 1, so that a product of two is the cosine between them. */
function unit(vector: Float32Array | undefined): Float32Array {
  if (vector === undefined || vector.length === 0) {
    throw new TackleError({
      code: "protocol",
      message: "The embedder gave no vector for a text",
      hint: "It must give one for each, in their order.",
    });
  }
  const length = Math.sqrt(product(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
