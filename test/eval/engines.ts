/** Our search beside what one would otherwise use: MiniSearch as it comes, MiniSearch prepared with care, BM25 and BM25F. */
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
    const about = tool.serverDescription ?? "";
    return { id: tool.id, name, server, description, parameterNames, parameterTexts, about };
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
    const texts = documentsOf(tools).map((fields) =>
      termsOf(Object.values({ ...fields, id: "", about: "" }).join(" ")),
    );
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

/** The fields of BM25F, each with its weight and how much its length matters. */
const SIX_FIELDS = [
  ["name", 3, 0.2],
  ["server", 3, 0.2],
  ["description", 1.5, 0.75],
  ["parameterNames", 0.6, 0.75],
  ["parameterTexts", 0.6, 0.75],
  ["about", 0.3, 0.75],
] as const;

/** As the data's own description of its baselines has it: k1 1.6, and a fifth more where all of a tool's name is said. */
const bm25f: Engine = {
  title: "BM25F, six fields",
  index(tools) {
    const documents = documentsOf(tools).map((fields) => ({
      names: new Set(termsOf(fields.name)),
      fields: SIX_FIELDS.map(([field]) => termsOf(fields[field])),
    }));
    const averages = SIX_FIELDS.map(
      (_, field) =>
        documents.reduce((sum, { fields }) => sum + (fields[field]?.length ?? 0), 0) / tools.length,
    );
    const postings = new Map<string, Map<number, number>>();
    for (const [tool, { fields }] of documents.entries()) {
      for (const [field, [, weight, lengthMatters]] of SIX_FIELDS.entries()) {
        const terms = fields[field] ?? [];
        const length = terms.length / (averages[field] ?? 1);
        const share = weight / (1 - lengthMatters + lengthMatters * length);
        for (const term of terms) {
          const weights = postings.get(term) ?? new Map<number, number>();
          postings.set(term, weights.set(tool, (weights.get(tool) ?? 0) + share));
        }
      }
    }
    return (query, limit) => {
      const wanted = new Set(termsOf(query));
      const scores = new Map<number, number>();
      for (const term of wanted) {
        const weights = postings.get(term) ?? new Map<number, number>();
        const rarity = Math.log(1 + (tools.length - weights.size + 0.5) / (weights.size + 0.5));
        for (const [tool, weight] of weights)
          scores.set(tool, (scores.get(tool) ?? 0) + (rarity * weight) / (weight + 1.6));
      }
      const best = [...scores].map(([tool, score]) => {
        const names = documents[tool]?.names ?? new Set();
        const said = [...names].filter((term) => wanted.has(term)).length;
        return [tool, score * (1 + (0.2 * said) / Math.max(1, names.size))] as const;
      });
      best.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      return best.slice(0, limit).map(([tool]) => tools[tool]?.id ?? "");
    };
  },
};

export const ENGINES: readonly Engine[] = [
  tackle(),
  miniSearch("minisearch, default", {}),
  prepared,
  bm25,
  bm25f,
];
