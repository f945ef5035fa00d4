/** Our search beside what one would otherwise use: MiniSearch as it comes, MiniSearch prepared with care, and plain BM25. */
import MiniSearch from "minisearch";
import { buildSearchIndex } from "../../src/search/index/search-index.ts";
import { toolTexts } from "../../src/search/index/tool-texts.ts";
import { RULES, type Rules } from "../../src/search/rank/ranking.ts";
import { searchTools } from "../../src/search/search-tools.ts";
import { termOf, termsOf } from "../../src/search/text/terms.ts";
import { wordsOf } from "../../src/search/text/words.ts";
import { asCatalogTool, type DataTool } from "./data-sets.ts";

/** The ids of the best tools, the best first. */
export type Search = (query: string, limit: number) => readonly string[];

export interface Engine {
  readonly title: string;
  index(tools: readonly DataTool[]): Search;
}

/** Our search, also by other rules than its own. */
export function tackle(rules: Rules = RULES): Engine {
  return {
    title: "tackle search",
    index(tools) {
      const index = buildSearchIndex(tools.map(asCatalogTool), rules);
      return (query, limit) => searchTools(index, query, { limit }).results.map(({ name }) => name);
    },
  };
}

const documentsOf = (tools: readonly DataTool[]) =>
  tools.map((tool) => {
    const { name, server, description, parameterNames, parameterTexts } = toolTexts(asCatalogTool(tool));
    return { id: tool.id, name, server, description, parameterNames, parameterTexts };
  });

const FIELDS = ["name", "server", "description", "parameterNames", "parameterTexts"];

function miniSearch(title: string, options: Partial<ConstructorParameters<typeof MiniSearch>[0]>): Engine {
  return {
    title,
    index(tools) {
      const index = new MiniSearch({ fields: FIELDS, ...options });
      index.addAll(documentsOf(tools));
      return (query, limit) =>
        index
          .search(query)
          .slice(0, limit)
          .map(({ id }) => String(id));
    },
  };
}

const prepared = miniSearch("minisearch, prepared", {
  tokenize: wordsOf,
  processTerm: (word) => termOf(word) ?? null,
  searchOptions: {
    boost: { name: 3, server: 2, description: 1.5, parameterNames: 0.6, parameterTexts: 0.6 },
  },
});

/** One field, k1 1.2, b 0.75. */
const bm25: Engine = {
  title: "BM25, one field",
  index(tools) {
    const texts = documentsOf(tools).map((fields) => termsOf(Object.values({ ...fields, id: "" }).join(" ")));
    const average = texts.reduce((sum, terms) => sum + terms.length, 0) / texts.length;
    const postings = new Map<string, Map<number, number>>();
    for (const [tool, terms] of texts.entries()) {
      for (const term of terms) {
        const counts = postings.get(term) ?? new Map<number, number>();
        postings.set(term, counts.set(tool, (counts.get(tool) ?? 0) + 1));
      }
    }
    return (query, limit) => {
      const scores = new Map<number, number>();
      for (const term of new Set(termsOf(query))) {
        const counts = postings.get(term) ?? new Map<number, number>();
        const rarity = Math.log(1 + (tools.length - counts.size + 0.5) / (counts.size + 0.5));
        for (const [tool, count] of counts) {
          const length = (texts[tool]?.length ?? 0) / average;
          const score = (rarity * count * 2.2) / (count + 1.2 * (0.25 + 0.75 * length));
          scores.set(tool, (scores.get(tool) ?? 0) + score);
        }
      }
      const best = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
      return best.map(([tool]) => tools[tool]?.id ?? "");
    };
  },
};

export const ENGINES: readonly Engine[] = [tackle(), miniSearch("minisearch, default", {}), prepared, bm25];
