/**
 * What each part of the search is good for: `npm run eval:search-parts` switches one off after the other and says how many
 * points are lost (−) or gained (+), with the interval within which that is luck. An interval that has 0 in it says nothing.
 */
import { RULES, type FieldName, type Rules } from "../../src/search/rank/ranking.ts";
import { dataSets, FOLDER, isPresent, type DataQuery, type DataSet } from "./data-sets.ts";
import { tackle } from "./engines.ts";
import { interval, mean, ndcg, recall } from "./measures.ts";

type Measure = (query: DataQuery, ids: readonly string[]) => number;

const MEASURES: readonly (readonly [title: string, measure: Measure])[] = [
  ["Recall@5", (query, ids) => recall(query, ids.slice(0, 5))],
  ["NDCG@10", ndcg],
];

const WITHOUT: Readonly<Record<string, Partial<Rules>>> = {
  "name covered": { nameCoverage: 0 },
  "server named": { serverCoverage: 0 },
  "query covered": { queryCoverage: 0 },
  synonyms: { synonym: 0 },
  "typing mistakes": { respelled: 0 },
  "joined words": { joined: 0 },
  "parts of words": { part: 0 },
  "numbers count half": { number: 1 },
  "variants move back": { variantFactor: 1 },
  "server's name": withoutFields("server"),
  "first sentence": withoutFields("lead"),
  parameters: withoutFields("parameterNames", "parameterTexts", "choices"),
};

function withoutFields(...names: readonly FieldName[]): Partial<Rules> {
  const off = names.map((name) => [name, { ...RULES.fields[name], weight: 0 }]);
  return { fields: { ...RULES.fields, ...Object.fromEntries(off) } as Rules["fields"] };
}

if (isPresent()) evaluate();
else console.log(`Nothing is measured: there is no data in ${FOLDER}.`);

function evaluate(): void {
  const sets = dataSets().flatMap(splitByKind);
  const whole = sets.map((set) => answers(set, RULES));
  const others = Object.entries(WITHOUT).map(
    ([title, change]) => [title, sets.map((set) => answers(set, { ...RULES, ...change }))] as const,
  );
  for (const [measure, of] of MEASURES) {
    const row = (title: string, cells: readonly string[]): void =>
      console.log(`${title.padEnd(20)}${cells.map((cell) => cell.padStart(19)).join("")}`);
    row(`\n${measure}`, ["", ...sets.map(({ title }) => title)].slice(1));
    const points = sets.map(({ queries }, set) =>
      queries.map((query, index) => 100 * of(query, whole[set]?.[index] ?? [])),
    );
    row("all of it", points.map(withInterval));
    for (const [title, found] of others) {
      const differences = sets.map(({ queries }, set) =>
        queries.map(
          (query, index) => 100 * of(query, found[set]?.[index] ?? []) - (points[set]?.[index] ?? 0),
        ),
      );
      row(`− ${title}`, differences.map(withInterval));
    }
  }
}

/** The benchmarks ask in kinds that have little in common; our own kinds are too few to be told apart. */
function splitByKind(set: DataSet): readonly DataSet[] {
  const short = set.title.replace("LiveMCPBench", "LMB");
  if (!short.startsWith("LMB")) return [{ ...set, title: short }];
  return [...Map.groupBy(set.queries, ({ kind }) => kind)].map(([kind, queries]) => ({
    ...set,
    title: `${short.replace("among others", "among")} ${kind}`,
    queries,
  }));
}

function answers({ tools, queries }: DataSet, rules: Rules): readonly (readonly string[])[] {
  const search = tackle(rules).index(tools);
  return queries.map(({ text }) => search(text, 10));
}

function withInterval(values: readonly number[]): string {
  const [low, high] = interval(values);
  return `${mean(values).toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`;
}
