/** The memory of a process over time, and whether it grows. */
import { readFileSync } from "node:fs";
import { median } from "./workloads.ts";

/** Megabytes; all but the heap from /proc/PID/status. */
export interface MemorySample {
  /** After how much work. */
  readonly at: number;
  readonly resident: number;
  /** The part of it that no file is behind: V8's heap, buffers, and what native code allocates. */
  readonly anonymous: number;
  /** What is alive on V8's heap. */
  readonly heap: number;
}

const TOLERANCE = 1.1;

export function readMemory(pid: number): Pick<MemorySample, "resident" | "anonymous"> {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { resident: megabytes("VmRSS"), anonymous: megabytes("RssAnon") };
}

/** Compares the second quarter with the last: by then every cache, pool and table should be as full as it gets. */
export function judgeGrowth(samples: readonly MemorySample[]): string {
  const quarter = Math.floor(samples.length / 4);
  const second = samples.slice(quarter, 2 * quarter);
  const last = samples.slice(-quarter);
  return (["resident", "anonymous", "heap"] as const)
    .map((kind) => {
      const before = median(second.map((sample) => sample[kind]));
      const after = median(last.map((sample) => sample[kind]));
      const verdict = after <= before * TOLERANCE ? "flat" : "grows";
      const change = `${before.toFixed(1)} → ${after.toFixed(1)} MB, ${(after / before).toFixed(2)} ×`;
      return `  ${kind.padEnd(9)} ${verdict.padEnd(5)} ${change}`;
    })
    .join("\n");
}
