/**
 * What the catalog costs with 10,000 tools on 100 servers: `npm run bench:catalog`. Goals: a change of one server is taken
 * over within 20 ms, a name is found within a microsecond or two.
 */
import { buildSnapshot, type CatalogSource, type Snapshot } from "../../src/catalog/snapshot.ts";
import type { NamingStrategy, ServerLists } from "../../src/types.ts";

const SERVERS = 100;
const TOOLS = 100;
const ROUNDS = Number(process.argv[2] ?? 15);
const STRATEGIES: readonly NamingStrategy[] = [
  "mcp__server__tool",
  "tool@server",
  "mcp_server_tool",
  "server::tool",
];

function makeLists(server: number, version: number): ServerLists {
  const tools = Array.from({ length: TOOLS }, (_, tool) => ({
    name: `do_thing_${tool}_of_${server}`,
    description: `Does thing ${tool} of server ${server} in version ${version}. ${"It takes a while. ".repeat(12)}`,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 6 }, (_, index) => [
          `field_${index}`,
          { type: "string", description: `Field ${index} of it.` },
        ]),
      ),
      required: ["field_0"],
    },
  }));
  return { tools, resources: [], resourceTemplates: [], prompts: [], problems: [] };
}

/** `@scope/server` cannot stand in a name as it is, so all of its tools get a hash. */
function makeSources(nameOf: (index: number) => string): CatalogSource[] {
  return Array.from({ length: SERVERS }, (_, index) => ({
    name: nameOf(index),
    lists: makeLists(index, 1),
    includeTools: undefined,
    excludeTools: ["*_never"],
    state: "ready",
    trust: false,
  }));
}

const build = (servers: readonly CatalogSource[], previous?: Snapshot) =>
  buildSnapshot({
    servers,
    strategy: "mcp__server__tool",
    reserved: new Set(["search_tools", "describe_tool", "call_tool", "run_code"]),
    pins: () => undefined,
    drift: "hold",
    previous,
  });

function timed<Result>(run: () => Result): { readonly result: Result; readonly ms: number } {
  const start = performance.now();
  const result = run();
  return { result, ms: performance.now() - start };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function report(what: string, value: number, unit: string): void {
  console.log(`${what.padEnd(56)} ${value.toFixed(unit === "ns" ? 0 : 2).padStart(9)} ${unit}`);
}

console.log(
  `Node ${process.version}, ${SERVERS * TOOLS} tools on ${SERVERS} servers, medians of ${ROUNDS} rounds\n`,
);
for (const [kind, nameOf] of [
  ["plain names", (index: number) => `server-${index}`],
  ["hashed names", (index: number) => `@scope/server-${index}`],
] as const) {
  const cold = timed(() => build(makeSources(nameOf)));
  report(`first build, first time, ${kind}`, cold.ms, "ms");
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const sources = makeSources(nameOf);
    const first = timed(() => build(sources));
    const changed = sources.with(50, {
      ...makeSources(nameOf)[50],
      ...sources[50],
      lists: makeLists(50, 2 + round),
    } as CatalogSource);
    const rebuilt = timed(() => build(changed, first.result));
    const reconnected = changed.with(50, {
      ...changed[50],
      lists: makeLists(50, 2 + round),
    } as CatalogSource);
    const same = timed(() => build(reconnected, rebuilt.result));
    if (same.result !== rebuilt.result) throw new Error("a reconnect without change made a new snapshot");
    return { first, rebuilt, same };
  });
  report(`first build, ${kind}`, median(rounds.map(({ first }) => first.ms)), "ms");
  report(`rebuild after one server changed, ${kind}`, median(rounds.map(({ rebuilt }) => rebuilt.ms)), "ms");
  report(
    `rebuild after a reconnect without change, ${kind}`,
    median(rounds.map(({ same }) => same.ms)),
    "ms",
  );
}

const sources = makeSources((index) => `server-${index}`);
const snapshot = build(sources);
report("all fingerprints", timed(() => snapshot.tools.map(({ fingerprint }) => fingerprint)).ms, "ms");
report("all findings", timed(() => snapshot.findings).ms, "ms");

function lookup(what: string, names: readonly string[], expected: string): void {
  const run = () => {
    for (const name of names)
      if (snapshot.get(name).kind !== expected) throw new Error(`${name} is not ${expected}`);
  };
  run();
  const times = Array.from({ length: ROUNDS }, () => timed(run).ms);
  report(what, (median(times) / names.length) * 1e6, "ns");
}

for (const strategy of STRATEGIES) {
  lookup(
    `lookup by ${strategy}`,
    snapshot.tools.map((tool) => snapshot.nameOf(tool, strategy) ?? ""),
    "found",
  );
}
const some = snapshot.tools.filter((_, index) => index % 20 === 0);
lookup(
  "lookup by server.tool",
  some.map(({ server, tool }) => `${server}.${tool}`),
  "found",
);
lookup(
  "lookup by the tool's own name",
  some.map(({ tool }) => tool),
  "found",
);
lookup(
  "suggestions for an unknown name",
  ["mcp__server-5__do_thng", "do_thng_1_of_2", "mcp__sever-77__do_thing_1_of_77"],
  "unknown",
);
