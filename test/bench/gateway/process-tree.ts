/**
 * A process with all that it started, as /proc shows it: what it costs, and how it is ended for good. A daemon that left its
 * parent's group is still part of the tree, as long as the tree is read before its parent ends.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const MILLISECONDS_PER_TICK = 10;
const PATIENCE_MS = 5000;

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMilliseconds: number;
  /** Together with the pid it names one process for ever. */
  readonly startTime: string;
}

export function readProcess(pid: number): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the name before it may contain anything
    if (fields[0] === "Z") return undefined; // it has ended, and nobody has asked how
    return {
      pid,
      parent: Number(fields[1]),
      cpuMilliseconds: (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK,
      startTime: fields[19] ?? "",
    };
  } catch {
    return undefined; // it has ended
  }
}

/** The process itself and all its descendants. */
export function processTree(root: number): readonly ProcessEntry[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** The words that started it. */
export function commandLine(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return []; // it has ended
  }
}

/** User and system time of these processes so far. */
export function cpuMilliseconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (readProcess(pid)?.cpuMilliseconds ?? 0), 0);
}

/** Processor time of the whole machine so far: what there was, and what was used. */
export function machineMilliseconds(): { readonly all: number; readonly used: number } {
  const [, ...ticks] = (readFileSync("/proc/stat", "utf8").split("\n", 1)[0] ?? "").split(/\s+/);
  const all = ticks.slice(0, 8).reduce((sum, value) => sum + Number(value), 0); // the guests' time after them counts twice
  const unused = Number(ticks[3]) + Number(ticks[4]);
  return { all: all * MILLISECONDS_PER_TICK, used: (all - unused) * MILLISECONDS_PER_TICK };
}

/** Ends a child politely, and then whatever is left of its tree. */
export async function endTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const tree = processTree(child.pid);
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.stdin?.end();
    child.kill("SIGTERM");
    await Promise.race([exit, sleep(PATIENCE_MS, undefined, { ref: false })]);
  }
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const left = () => tree.filter(({ pid, startTime }) => readProcess(pid)?.startTime === startTime);
    for (const { pid } of left()) signalProcess(pid, signal);
    for (let waited = 0; left().length > 0 && waited < 1000; waited += 20) await sleep(20);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself a moment ago, which is what was wanted.
  }
}
