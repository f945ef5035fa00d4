/**
 * What a catalog costs a model, in tokens, for each way of showing it: `npm run bench:tokens`. Real servers behind a real
 * `tackle serve`; three tasks of several steps whose calls are really made. Nothing leaves the machine.
 */
import { startGateway, type Gateway } from "../e2e/gateway.ts";
import { programOf, REAL_SERVERS } from "../e2e/real-server-list.ts";
import { connectProfile, type Definitions, type ProfileClient } from "./tokens/client.ts";
import { runTranscript } from "./tokens/run-transcript.ts";
import { MODES, TASKS, type Mode } from "./tokens/tasks.ts";
import { logs, orders, team } from "./tokens/world.ts";

const READY_MS = 120_000;
/** One server has most of all tokens; what is said without it is said of a catalog of common size. */
const LARGEST = "office";

/** What a model reads before its first call, of all servers and of all but the largest. */
interface Shown {
  readonly all: Definitions;
  readonly few: Definitions;
}

const servers = configuredServers();
const few = Object.keys(servers).filter((name) => name !== LARGEST);
const profiles = MODES.flatMap((expose) => [
  [expose, { expose }],
  [`${expose}-few`, { expose, servers: few }],
]);
const gateway = await startGateway({ servers, settings: { profiles: Object.fromEntries(profiles) } });
const clients = new Map<Mode, ProfileClient>();
try {
  for (const [name, text] of logs) gateway.bench.write(`logs/${name}`, text);
  gateway.bench.write("team.json", JSON.stringify(team));
  gateway.bench.write("orders.json", `[\n${orders.map((order) => JSON.stringify(order)).join(",\n")}\n]`);
  await untilReady(gateway);
  const shown = new Map<Mode, Shown>();
  for (const mode of MODES) {
    const client = await connectProfile(`${gateway.url}/${mode}`);
    clients.set(mode, client);
    const smaller = await connectProfile(`${gateway.url}/${mode}-few`);
    shown.set(mode, { all: await client.definitions(), few: await smaller.definitions() });
    await smaller.close();
  }
  printDefinitions(shown);
  await printTasks(shown);
  console.log(leftOut());
} finally {
  for (const client of clients.values()) await client.close();
  await gateway.stop();
}

function configuredServers(): Record<string, object> {
  const env: Record<string, object> = {
    gitlab: { GITLAB_PERSONAL_ACCESS_TOKEN: "none" },
    memory: { MEMORY_FILE_PATH: "${HOME}/memory.jsonl" },
  };
  const real = REAL_SERVERS.map(({ name, package: from, args = [] }) => {
    const [command, file] = programOf(from);
    return [name, { command, args: [file, ...args], env: env[name] ?? {} }] as const;
  });
  return { ...Object.fromEntries(real), filesystem: { type: "inprocess" }, search: { type: "inprocess" } };
}

async function untilReady({ port }: Gateway): Promise<void> {
  const end = performance.now() + READY_MS;
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok) {
    if (performance.now() > end) throw new Error("The servers did not start in time");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function printDefinitions(shown: ReadonlyMap<Mode, Shown>): void {
  const byServer = new Map<string, { tools: number; tokens: number }>();
  for (const [name, tokens] of shown.get("direct")?.all.each ?? []) {
    const server = name.split("__")[1] ?? name;
    const known = byServer.get(server) ?? { tools: 0, tokens: 0 };
    byServer.set(server, { tools: known.tools + 1, tokens: known.tokens + tokens });
  }
  const sorted = [...byServer].sort(([, a], [, b]) => b.tokens - a.tokens);
  console.log(`The definitions of ${byServer.size} servers, shown directly:\n`);
  printTable(
    ["server", "tools", "tokens"],
    sorted.map(([server, { tools, tokens }]) => [server, String(tools), count(tokens)]),
  );
  console.log("\nWhat a model reads before its first call:\n");
  const rows = [...shown].map(([mode, { all, few: fewer }]) => [
    mode,
    String(all.tools),
    withShare(all.tokens, shown.get("direct")?.all.tokens),
    String(fewer.tools),
    withShare(fewer.tokens, shown.get("direct")?.few.tokens),
  ]);
  printTable(["", "tools listed", "tokens", `without ${LARGEST}`, "tokens"], rows);
}

async function printTasks(shown: ReadonlyMap<Mode, Shown>): Promise<void> {
  for (const task of TASKS) {
    const rows: string[][] = [];
    let first: { work: number; total: number; fewer: number } | undefined;
    for (const [mode, { all, few: smaller }] of shown) {
      const client = clients.get(mode);
      if (client === undefined) continue;
      const reading = await runTranscript(task, mode, { client, definitions: smaller.tokens });
      if (task.cleanUp !== undefined) await clients.get("direct")?.call(task.cleanUp);
      const { turns, requests, results, overAllTurns } = reading;
      const work = requests + results;
      const [total, fewer] = [all.tokens + work, smaller.tokens + work];
      first ??= { work, total, fewer };
      rows.push([
        mode,
        String(turns),
        count(requests),
        count(results),
        withShare(work, first.work),
        withShare(total, first.total),
        withShare(fewer, first.fewer),
        count(overAllTurns),
      ]);
    }
    console.log(`\n${task.name}:\n`);
    printTable(
      [
        "",
        "turns",
        "requests",
        "results",
        "both",
        "with definitions",
        `without ${LARGEST}`,
        "over all turns",
      ],
      rows,
    );
  }
}

function leftOut(): string {
  return [
    "",
    "Counted with gpt-tokenizer (o200k_base): of each tool its name, description and input schema; the instructions; each",
    "request as {name, arguments}; of each result its text. Left out: what a host adds around these, titles, annotations and",
    "output schemas, structured content beside the text, the question, the model's own thinking and its last answer. Where the",
    "tools are shown directly or by search, the model still has to work the answer out from the results; in code the result is",
    "the answer, checked here against the right one. The transcripts make no detours and no mistakes; a real model may.",
    `'Without ${LARGEST}' leaves its definitions out, and so does 'over all turns', which counts again what is given to the model`,
    "again with every turn and which providers may cache.",
  ].join("\n");
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ");
  for (const row of [head, ...rows]) console.log(`  ${line(row)}`);
}

function count(tokens: number): string {
  return tokens.toLocaleString("en-US");
}

/** `1,267 (0.5 %)`. */
function withShare(part: number, whole = part): string {
  return `${count(part)} (${((100 * part) / whole).toFixed(part / whole < 0.1 ? 1 : 0)} %)`;
}
