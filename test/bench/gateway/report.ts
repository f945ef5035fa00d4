/** Prints what was measured: numbers, ratios to the bare pipe, goals. */
import type { Contestant, Transport } from "./contestants.ts";
import { judge, type Field } from "./goals.ts";
import { median, WORKLOADS, type Metric, type Results, type WorkloadName } from "./workloads.ts";

export type Table = ReadonlyMap<Contestant, Results>;

interface Column {
  readonly title: string;
  readonly workload: WorkloadName;
  readonly metric: Metric;
  readonly show: (value: number) => string;
}

const milliseconds = (value: number) => value.toFixed(2);
const whole = (value: number) => value.toFixed(0);
const oneDigit = (value: number) => value.toFixed(1);
const microseconds = (value: number) => (value * 1000).toFixed(0);
const AT_ONCE = ["1 at once", "16 at once", "64 at once"] as const;

const COLUMNS: readonly Column[] = [
  ...AT_ONCE.flatMap((workload): Column[] => [
    { title: `${Number.parseInt(workload)}: p50`, workload, metric: "p50", show: milliseconds },
    { title: "p99", workload, metric: "p99", show: milliseconds },
    { title: "calls/s", workload, metric: "callsPerSecond", show: whole },
  ]),
  { title: "1 MB × 1", workload: "1 MB × 1", metric: "callsPerSecond", show: oneDigit },
  { title: "1 MB × 4", workload: "1 MB × 4", metric: "callsPerSecond", show: oneDigit },
  { title: "CPU µs", workload: "16 at once", metric: "cpuPerCall", show: microseconds },
  { title: "1 MB CPU µs", workload: "1 MB × 4", metric: "cpuPerCall", show: microseconds },
  { title: "load µs", workload: "16 at once", metric: "loadCpuPerCall", show: microseconds },
];

export const LEGEND = `at 1, 16 and 64 calls at once: p50 and p99 in ms, calls a second; 1 MB results: calls a second at 1 and 4 at once;
CPU: the gateway's user and system time for each call at 16 at once and for each of 4 results of 1 MB at once, without the
server behind it; load: the load generator's own at 16 at once`;

export function printTable(transport: Transport, table: Table): void {
  const bare = find(table, "bare");
  const measured = [...table].filter(([, results]) => !results.isEmpty);
  const columns = COLUMNS.filter(({ workload, metric }) =>
    measured.some(([, results]) => Number.isFinite(results.median(workload, metric))),
  );
  console.log(`\n${transport === "http" ? "HTTP" : "stdio"}`);
  printRows([
    ["", ...columns.map(({ title }) => title)],
    ...measured.map(([{ name }, results]) => [
      name,
      ...columns.map(({ workload, metric, show }) => cell(results.median(workload, metric), show)),
    ]),
  ]);
  for (const [{ name }, { problem }] of table)
    if (problem !== undefined) console.log(`  ${name}: ${problem}`);
  if (measured.length === 0) return;
  printDisturbance(measured.map(([, results]) => results));
  if (bare === undefined) return;
  const compared = columns.filter(({ metric }) => metric !== "loadCpuPerCall");
  console.log("\n  as a multiple of the bare pipe, median of the rounds");
  printRows([
    ["", ...compared.map(({ title }) => title)],
    ...measured.map(([{ name }, results]) => [
      name,
      ...compared.map(({ workload, metric }) =>
        cell(median(results.ratios(bare, workload, metric)), milliseconds),
      ),
    ]),
  ]);
}

/** Times mean little on a machine that is busy with something else. */
function printDisturbance(measured: readonly Results[]): void {
  const shares = measured.flatMap((results) =>
    WORKLOADS.flatMap(({ name }) => results.values(name, "disturbance")),
  );
  const [usual, worst] = [median(shares), Math.max(0, ...shares)].map((share) => whole(share * 100));
  console.log(`  meanwhile other programs took ${usual} % of the machine (median), ${worst} % at the most`);
}

export function printGoals(transport: Transport, table: Table): void {
  for (const [contestant, ours] of table) {
    if (contestant.kind !== "ours") continue;
    const peers = new Map(
      [...table].flatMap(([{ kind, name }, results]) => (kind === "peer" ? [[name, results] as const] : [])),
    );
    const field: Field = { transport, ours, bare: find(table, "bare"), peers };
    console.log(`\n${transport === "http" ? "HTTP" : "stdio"}, ${contestant.name}: goals`);
    for (const { what, wanted, seen, verdict } of judge(field))
      console.log(`  ${verdict.padEnd(13)} ${what.padEnd(26)} ${wanted.padEnd(23)} ${seen}`);
  }
}

function printRows(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((text, index) =>
      index === 0 ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0),
    );
    console.log(`  ${cells.join("  ")}`);
  }
}

const cell = (value: number, show: (value: number) => string) => (Number.isFinite(value) ? show(value) : "–");

function find(table: Table, kind: Contestant["kind"]): Results | undefined {
  return [...table].find(([contestant]) => contestant.kind === kind)?.[1];
}
