/** Brave Search (https://api.search.brave.com), by key. */
import { ownList, ownValue } from "./own-value.ts";
import type { SearchEngine } from "./search-engine.ts";

const ADDRESS = "https://api.search.brave.com";

export function brave(key: string, address = ADDRESS): SearchEngine {
  return {
    name: "Brave",
    variable: "BRAVE_API_KEY",
    request: ({ query, maxResults }) => {
      const url = new URL("/res/v1/web/search", address);
      url.search = new URLSearchParams({ q: query, count: String(maxResults) }).toString();
      return { url, method: "GET", headers: { "x-subscription-token": key } };
    },
    // Without hits there is no `web` at all.
    results: (answer) =>
      ownValue(answer, "type") === "search" || ownValue(answer, "web") !== undefined
        ? (ownList(ownValue(answer, "web"), "results") ?? []).map((result) => ({
            title: ownValue(result, "title"),
            url: ownValue(result, "url"),
            snippet: ownValue(result, "description"),
          }))
        : undefined,
    hints: new Map([[422, "The key is not valid, or the query is too long (400 characters, 50 words)."]]),
  };
}
