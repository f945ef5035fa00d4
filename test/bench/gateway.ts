/**
 * What a call costs through the gateway, beside the barest gateway and its peers: `npm run bench:gateway -- --help`. In every
 * round all contestants start anew and are warmed up; then each load goes to one after the other, so that whatever disturbs
 * the machine disturbs all of them. Asserts nothing: it prints numbers and which goals they reach.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Contestant, Transport } from "./gateway/contestants.ts";
import { Loader } from "./gateway/loader.ts";
import { HELP, readOptions, type Options } from "./gateway/options.ts";
import { machineMilliseconds } from "./gateway/process-tree.ts";
import type { Load, Measurement } from "./gateway/run-load.ts";
import { LEGEND, printGoals, printTable } from "./gateway/report.ts";
import { Results } from "./gateway/workloads.ts";

/** The share of the machine that others may take while it is called calm. */
const CALM = 0.1;
const CALM_ATTEMPTS = 6;
const CALM_PATIENCE_MS = 20_000;
const CALM_LOOK_MS = 300;
const WARM_UP_CALLS = 10_000;
const WARM_UP_TURNS = 3;

const options = readOptions(process.argv.slice(2));
if (options === undefined) console.log(HELP);
else await main(options);

async function main(options: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tackle-bench-"));
  const profiles = options.profile ? mkdtempSync(join(tmpdir(), "tackle-profiles-")) : undefined;
  const bench: Bench = { ...options, folder, profiles, loader: new Loader() };
  const interrupt = () => {
    void finish(bench).then(() => process.exit(130));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
  try {
    const load = loadavg()[0] ?? 0;
    console.log(
      `Node ${process.version}, medians of ${options.rounds} rounds, load average ${load.toFixed(1)}`,
    );
    console.log(LEGEND);
    const tables = new Map<Transport, Map<Contestant, Results>>();
    for (const transport of options.transports) {
      const table = await measure(bench, transport);
      printTable(transport, table);
      tables.set(transport, table);
    }
    for (const [transport, table] of tables) printGoals(transport, table);
    if (profiles !== undefined) console.log(`\nprofiles of ours are in ${profiles}`);
  } finally {
    await finish(bench);
  }
}

interface Bench extends Options {
  readonly folder: string;
  readonly profiles: string | undefined;
  readonly loader: Loader;
}

async function finish({ loader, folder }: Bench): Promise<void> {
  await loader.end();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(bench: Bench, transport: Transport): Promise<Map<Contestant, Results>> {
  const table = new Map(
    bench.contestants
      .filter(({ transports }) => transports.includes(transport))
      .map((contestant) => [contestant, new Results()]),
  );
  for (const [{ isInstalled }, results] of table)
    if (!isInstalled) results.problem = "not installed, left out";
  for (let round = 0; round < bench.rounds; round++) await runRound(bench, { transport, table, round });
  return table;
}

interface Round {
  readonly transport: Transport;
  readonly table: ReadonlyMap<Contestant, Results>;
  readonly round: number;
}

async function runRound(bench: Bench, { transport, table, round }: Round): Promise<void> {
  const { loader, folder, profiles } = bench;
  const healthy = () => [...table].filter(([, { problem }]) => problem === undefined);
  /** The same step for everyone in turn; who fails it is out, and the others go on. */
  const inTurn = async (step: (contestant: Contestant, results: Results) => Promise<unknown>) => {
    const turn = healthy();
    for (const [contestant, results] of [
      ...turn.slice(round % turn.length),
      ...turn.slice(0, round % turn.length),
    ]) {
      try {
        await step(contestant, results);
      } catch (error) {
        results.problem = `left out from round ${round + 1} on: ${(error as Error).message}`;
      }
    }
  };

  const opened = new Set<string>();
  await inTurn(async ({ name, launch }) => {
    const home = join(folder, `${transport}-${round}-${name}`);
    process.stderr.write(`${transport}, round ${round + 1} of ${bench.rounds}: starting ${name}\n`);
    await loader.open(name, await launch({ transport, home, profiles }));
    opened.add(name);
  });
  await inTurn(({ name }) => warmUp(bench, name));
  for (const workload of bench.workloads) {
    process.stderr.write(`${transport}, round ${round + 1} of ${bench.rounds}: ${workload.name}\n`);
    await inTurn(async ({ name }, results) => {
      const load = { tool: workload.tool, atOnce: workload.atOnce, milliseconds: bench.sliceMilliseconds };
      results.add(workload.name, await runCalmly(bench, name, load));
    });
  }
  for (const name of opened) await loader.close(name);
}

/**
 * Until it has been called so often that its code is compiled, or it is so slow that it would take too long. Calls one by one
 * take other ways through a program than many at once, and code that was compiled for those is thrown away at first.
 */
async function warmUp({ loader, warmUpMilliseconds: milliseconds }: Bench, name: string): Promise<void> {
  await loader.run(name, { tool: "blob", atOnce: 1, milliseconds: milliseconds / 5 });
  for (const atOnce of [64, 1]) {
    let calls = 0;
    for (let turn = 0; turn < WARM_UP_TURNS && calls < WARM_UP_CALLS; turn++)
      calls += (await loader.run(name, { tool: "echo", atOnce, milliseconds })).calls;
  }
}

/** One slice; where calm is wanted, the first that nobody disturbed, or the least disturbed of some. */
async function runCalmly({ loader, calm }: Bench, name: string, load: Load): Promise<Measurement> {
  if (!calm) return loader.run(name, load);
  const slices: Measurement[] = [];
  while (slices.length < CALM_ATTEMPTS) {
    await untilCalm();
    const slice = await loader.run(name, load);
    if (slice.disturbance < CALM) return slice;
    slices.push(slice);
  }
  return slices.reduce((best, slice) => (slice.disturbance < best.disturbance ? slice : best));
}

/** Waits, not for ever, until the machine has nothing to do. */
async function untilCalm(): Promise<void> {
  const deadline = performance.now() + CALM_PATIENCE_MS;
  for (let share = 1; share > CALM && performance.now() < deadline;) {
    const before = machineMilliseconds();
    await sleep(CALM_LOOK_MS);
    const after = machineMilliseconds();
    share = (after.used - before.used) / (after.all - before.all);
  }
}
