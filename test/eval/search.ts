/**
 * How well and how fast search finds tools, beside other engines, on public data: `npm run eval:search`. Recall@k is the
 * share of a query's needs that the first k tools meet; for `llm` it is the share of queries of which one need is met.
 */
import { buildSearchIndex } from "../../src/search/index/search-index.ts";
import { searchTools } from "../../src/search/search-tools.ts";
import { asCatalogTool, dataSets, everyTool, FOLDER, isPresent, type DataQuery } from "./data-sets.ts";
import { ENGINES, type Search } from "./engines.ts";

const MANY = 10_000;

if (isPresent()) evaluate();
else
  console.log(
    `Nothing is measured: there is no data in ${FOLDER} (TACKLE_SEARCH_DATA names another folder).`,
  );

function evaluate(): void {
  for (const { title, tools, queries } of dataSets()) {
    const searches = ENGINES.map((engine) => ({ title: engine.title, search: engine.index(tools) }));
    for (const [kind, some] of Map.groupBy(queries, ({ kind }) => kind)) {
      console.log(`\n${title}: ${tools.length} tools, ${some.length} queries of kind '${kind}'`);
      console.log(`${"".padEnd(24)}${["R@1", "R@5", "R@10", "NDCG@10", "ms"].map(column).join("")}`);
      for (const engine of searches) {
        const { recalls, ndcg, ms } = measure(engine.search, some);
        const cells = [...[...recalls, ndcg].map((share) => (100 * share).toFixed(1)), ms.toFixed(2)];
        console.log(`${engine.title.padEnd(24)}${cells.map(column).join("")}`);
      }
    }
  }
  measureMany(dataSets().flatMap(({ queries }) => queries));
}

function column(text: string): string {
  return text.padStart(9);
}

function measure(search: Search, queries: readonly DataQuery[]) {
  for (const { text } of queries) search(text, 10); // so that nobody pays for the first time
  const start = performance.now();
  const found = queries.map(({ text }) => search(text, 10));
  const ms = (performance.now() - start) / queries.length;
  const mean = (value: (query: DataQuery, ids: readonly string[]) => number): number =>
    queries.reduce((sum, query, index) => sum + value(query, found[index] ?? []), 0) / queries.length;
  const recalls = [1, 5, 10].map((k) => mean((query, ids) => recall(query, ids.slice(0, k))));
  return { recalls, ndcg: mean(ndcg), ms };
}

function recall({ gold, hit }: DataQuery, ids: readonly string[]): number {
  const met = gold.filter((group) => group.some((id) => ids.includes(id))).length;
  return hit === "any" ? Math.min(1, met) : met / gold.length;
}

/** Each group gains once, at the first of its members. */
function ndcg({ gold }: DataQuery, ids: readonly string[]): number {
  const discount = (rank: number): number => 1 / Math.log2(rank + 2);
  const ranks = gold.map((group) => ids.findIndex((id) => group.includes(id))).filter((rank) => rank >= 0);
  const ideal = gold.slice(0, 10).reduce((sum, _, rank) => sum + discount(rank), 0);
  return [...new Set(ranks)].reduce((sum, rank) => sum + discount(rank), 0) / ideal;
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
  const times = queries
    .map(({ text }) => timed(() => searchTools(first.result, text)).ms)
    .sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2);
  console.log(
    `\n${tools.length} tools: index ${first.ms.toFixed(0)} ms, with known tools ${again.ms.toFixed(0)} ms`,
  );
  console.log(`a query: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, 99 % within ${at(0.99)} ms`);
}
