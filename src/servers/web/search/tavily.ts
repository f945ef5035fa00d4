/** Tavily (https://docs.tavily.com): a search engine for models, by key. */
import { ownList, ownValue } from "./own-value.ts";
import type { SearchEngine } from "./search-engine.ts";

const ADDRESS = "https://api.tavily.com";

export function tavily(key: string, address = ADDRESS): SearchEngine {
  return {
    name: "Tavily",
    variable: "TAVILY_API_KEY",
    request: ({ query, maxResults }) => ({
      url: new URL("/search", address),
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ query, max_results: maxResults, search_depth: "basic" }),
    }),
    results: (answer) =>
      ownList(answer, "results")?.map((result) => ({
        title: ownValue(result, "title"),
        url: ownValue(result, "url"),
        snippet: ownValue(result, "content"),
      })),
    hints: new Map([
      [432, "The plan's limit is reached."],
      [433, "The plan's limit is reached."],
    ]),
  };
}
