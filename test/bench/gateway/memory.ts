/** The memory of a process over time, and whether it grows. */
import { readFileSync } from "node:fs";
import { median } from "./workloads.ts";

/** Megabytes, from /proc/PID/status. */
export interface MemorySample {
  readonly at: number;
  readonly resident: number;
  /** The part of it that no file is behind: V8's heap, buffers, and what native code allocates. */
  readonly anonymous: number;
  /** All that was ever asked for and not given back, resident or not. */
  readonly data: number;
}

const FIELDS = { resident: "VmRSS", anonymous: "RssAnon", data: "VmData" } as const;
const TOLERANCE = 1.1;

export function readMemory(pid: number, at: number): MemorySample {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return {
    at,
    resident: megabytes(FIELDS.resident),
    anonymous: megabytes(FIELDS.anonymous),
    data: megabytes(FIELDS.data),
  };
}

/** Compares the second quarter with the last: by then every cache, pool and table should be as full as it gets. */
export function judgeGrowth(samples: readonly MemorySample[]): string {
  const quarter = Math.floor(samples.length / 4);
  const second = samples.slice(quarter, 2 * quarter);
  const last = samples.slice(-quarter);
  return (["resident", "anonymous"] as const)
    .map((kind) => {
      const before = median(second.map((sample) => sample[kind]));
      const after = median(last.map((sample) => sample[kind]));
      const verdict = after <= before * TOLERANCE ? "stays flat" : "grows";
      const change = `${before.toFixed(1)} → ${after.toFixed(1)} MB, ${(after / before).toFixed(2)} ×`;
      return `${kind} memory ${verdict}: ${change}`;
    })
    .join("\n");
}
