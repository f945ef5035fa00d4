/**
 * How well and how fast search finds tools, beside other engines, on public data: `npm run eval:search`. Recall@k is the
 * share of a query's needs that the first k tools meet; for `llm` it is the share of queries of which one need is met.
 */
import { buildSearchIndex } from "../../src/search/index/search-index.ts";
import { searchTools } from "../../src/search/search-tools.ts";
import { asCatalogTool, dataSets, everyTool, FOLDER, isPresent, type DataQuery } from "./data-sets.ts";
import { ENGINES, type Search } from "./engines.ts";
import { interval, mean, ndcg, recall } from "./measures.ts";

const MANY = 10_000;

if (isPresent()) evaluate();
else
  console.log(
    `Nothing is measured: there is no data in ${FOLDER} (TACKLE_SEARCH_DATA names another folder).`,
  );

function evaluate(): void {
  for (const { title, tools, queries } of dataSets()) {
    const searches = ENGINES.map((engine) => ({ title: engine.title, search: engine.index(tools) }));
    for (const [kind, some] of kindsOf(queries)) {
      console.log(`\n${title}: ${tools.length} tools, ${some.length} queries of kind '${kind}'`);
      console.log(
        `${"".padEnd(24)}${["R@1", "R@5", "95 % within", "R@10", "NDCG@10", "ms"].map(column).join("")}`,
      );
      for (const engine of searches) {
        const { first, five, luck, ten, gain, ms } = measure(engine.search, some);
        const within = luck.map(percent).join("–");
        const cells = [percent(first), percent(five), within, percent(ten), percent(gain), ms.toFixed(2)];
        console.log(`${engine.title.padEnd(24)}${cells.map(column).join("")}`);
      }
    }
  }
  measureMany(dataSets().flatMap(({ queries }) => queries));
}

function column(text: string): string {
  return text.padStart(12);
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** Each kind, and where there are many small ones all of them together. */
function kindsOf(queries: readonly DataQuery[]): readonly (readonly [string, readonly DataQuery[]])[] {
  const kinds = [...Map.groupBy(queries, ({ kind }) => kind)];
  return kinds.length > 3 ? [["all", queries], ...kinds] : kinds;
}

function measure(search: Search, queries: readonly DataQuery[]) {
  for (const { text } of queries) search(text, 10); // so that nobody pays for the first time
  const start = performance.now();
  const found = queries.map(({ text }) => search(text, 10));
  const ms = (performance.now() - start) / queries.length;
  const recalls = (k: number): number[] =>
    queries.map((query, index) => recall(query, found[index]?.slice(0, k) ?? []));
  return {
    first: mean(recalls(1)),
    five: mean(recalls(5)),
    luck: interval(recalls(5)),
    ten: mean(recalls(10)),
    gain: mean(queries.map((query, index) => ndcg(query, found[index] ?? []))),
    ms,
  };
}

function measureMany(queries: readonly DataQuery[]): void {
  const tools = everyTool().slice(0, MANY).map(asCatalogTool);
  const timed = <Result>(run: () => Result): { readonly result: Result; readonly ms: number } => {
    const start = performance.now();
    return { result: run(), ms: performance.now() - start };
  };
  const first = timed(() => buildSearchIndex(tools));
  const again = timed(() => buildSearchIndex(tools));
  for (const { text } of queries) searchTools(first.result, text);
  // The best of three: what else the machine does is not measured.
  const times = queries
    .map(({ text }) => Math.min(...[1, 2, 3].map(() => timed(() => searchTools(first.result, text)).ms)))
    .sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2);
  console.log(
    `\n${tools.length} tools: index ${first.ms.toFixed(0)} ms, with known tools ${again.ms.toFixed(0)} ms`,
  );
  console.log(`a query: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, 99 % within ${at(0.99)} ms`);
}
