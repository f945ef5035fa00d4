/**
 * Three tasks of several steps, each with a transcript for every way of showing a catalog: what a model that makes no detour
 * would call, turn by turn. Calls of one turn are made at once.
 */
import { isDeepStrictEqual } from "node:util";
import { bestCustomers, busiest, entities, LOG_FILES, meanDurations, relations } from "./world.ts";

export const MODES = ["direct", "search", "code"] as const;
export type Mode = (typeof MODES)[number];

export interface Step {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Task {
  readonly name: string;
  readonly transcripts: Readonly<Record<Mode, readonly (readonly Step[])[]>>;
  /** Whether the last result holds what the answer needs: in code it is the answer, else a model has to work it out. */
  readonly isDone: Readonly<Record<Mode, (lastResult: string) => boolean>>;
  /** Made after each transcript, and not counted. */
  readonly cleanUp?: Step;
}

/** The steps of `direct` by the detour of searching: look-ups first, then each of them through `call_tool`. */
function throughSearch(
  queries: readonly string[],
  turns: readonly (readonly Step[])[],
): readonly (readonly Step[])[] {
  const called = turns.map((steps) =>
    steps.map((step) => ({ tool: "call_tool", arguments: { name: step.tool, arguments: step.arguments } })),
  );
  return [queries.map(lookUp), ...called];
}

function inCode(queries: readonly string[], code: string): readonly (readonly Step[])[] {
  return [queries.map(lookUp), [{ tool: "run_code", arguments: { code } }]];
}

function lookUp(query: string): Step {
  return { tool: "search_tools", arguments: { query, limit: 4 } };
}

const equals = (expected: unknown) => (text: string) => isDeepStrictEqual(JSON.parse(text), expected);
const includes = (part: string) => (text: string) => text.includes(part);

const readLogs: readonly (readonly Step[])[] = [
  [{ tool: "mcp__files__list_directory", arguments: { path: "logs" } }],
  [
    {
      tool: "mcp__files__read_multiple_files",
      arguments: { paths: LOG_FILES.map((name) => `logs/${name}`) },
    },
  ],
];

const READ_LOGS = `const { content } = await device.FilesMCP.list_directory({ path: "logs" });
const paths = content.split("\\n").map((line) => "logs/" + line.replace("[FILE] ", ""));
const texts = await Promise.all(paths.map((path) => device.FilesMCP.read_text_file({ path })));
const all = {};
for (const { content } of texts)
  for (const [, service, ms] of content.matchAll(/INFO (\\w+) .*ms=(\\d+)/g)) (all[service] ??= []).push(Number(ms));
return Object.fromEntries(Object.keys(all).sort().map((service) =>
  [service, Math.round(all[service].reduce((a, b) => a + b) / all[service].length)]));`;

const buildGraph: readonly (readonly Step[])[] = [
  [{ tool: "mcp__files__read_text_file", arguments: { path: "team.json" } }],
  [{ tool: "mcp__memory__create_entities", arguments: { entities } }],
  [{ tool: "mcp__memory__create_relations", arguments: { relations } }],
  [{ tool: "mcp__memory__read_graph", arguments: {} }],
];

const BUILD_GRAPH = `const team = JSON.parse((await device.FilesMCP.read_text_file({ path: "team.json" })).content);
const projects = [...new Set(team.flatMap((person) => person.projects))].sort();
await device.MemoryMCP.create_entities({ entities: [
  ...team.map(({ name, role, city }) => ({ name, entityType: "person", observations: [role, city] })),
  ...projects.map((name) => ({ name, entityType: "project", observations: [] })),
] });
await device.MemoryMCP.create_relations({ relations: team.flatMap(({ name, projects }) =>
  projects.map((to) => ({ from: name, to, relationType: "works on" }))) });
const graph = await device.MemoryMCP.read_graph();
const counts = {};
for (const { from } of graph.relations) counts[from] = (counts[from] ?? 0) + 1;
return graph.entities.map(({ name }) => name).filter((name) => counts[name] > 2);`;

const filterOrders: readonly (readonly Step[])[] = [
  [{ tool: "mcp__filesystem__read_file", arguments: { path: "orders.json" } }],
];

const FILTER_ORDERS = `const { text } = await device.FilesystemMCP.read_file({ path: "orders.json" });
const totals = {};
for (const { customer, status, amount } of JSON.parse(text))
  totals[customer] = (totals[customer] ?? 0) + (status === "paid" ? amount : 0);
return Object.entries(totals).map(([customer, total]) => ({ customer, total })).sort((a, b) => b.total - a.total).slice(0, 5);`;

const FILES = ["list the files of a directory", "read the text of many files"];
const GRAPH = ["read the text of a file", "create entities and relations in a graph", "read the whole graph"];

export const TASKS: readonly Task[] = [
  {
    name: "the mean duration of each service, from 12 log files (files)",
    transcripts: {
      direct: readLogs,
      search: throughSearch(FILES, readLogs),
      code: inCode(FILES, READ_LOGS),
    },
    isDone: { direct: includes("day-12.log"), search: includes("day-12.log"), code: equals(meanDurations) },
  },
  {
    name: "a team into a graph, and who works on more than two projects (files, memory)",
    transcripts: {
      direct: buildGraph,
      search: throughSearch(GRAPH, buildGraph),
      code: inCode(GRAPH, BUILD_GRAPH),
    },
    isDone: { direct: includes("works on"), search: includes("works on"), code: equals(busiest) },
    cleanUp: {
      tool: "mcp__memory__delete_entities",
      arguments: { entityNames: entities.map(({ name }) => name) },
    },
  },
  {
    name: "the five best customers in a JSON of 300 orders (filesystem, built in)",
    transcripts: {
      direct: filterOrders,
      search: throughSearch(["read a file"], filterOrders),
      code: inCode(["read a file"], FILTER_ORDERS),
    },
    isDone: { direct: includes("order-1299"), search: includes("order-1299"), code: equals(bestCustomers) },
  },
];
