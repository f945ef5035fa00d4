/** SearXNG (https://docs.searxng.org): an instance of one's own, which may well be on this machine. */
import { ownList, ownValue } from "./own-value.ts";
import type { SearchEngine } from "./search-engine.ts";

export function searxng(address: URL): SearchEngine {
  return {
    name: "SearXNG",
    variable: "SEARXNG_URL",
    request: ({ query }) => {
      const url = new URL(address);
      url.pathname = `${url.pathname.replace(/\/(?:search)?$/, "")}/search`;
      url.search = new URLSearchParams({ q: query, format: "json" }).toString();
      return { url, method: "GET", headers: {} };
    },
    results: (answer) =>
      ownList(answer, "results")?.map((result) => ({
        title: ownValue(result, "title"),
        url: ownValue(result, "url"),
        snippet: ownValue(result, "content"),
      })),
    hints: new Map([
      [403, "The instance does not give JSON: add 'json' to search.formats in its settings.yml."],
    ]),
  };
}
