/** What every contestant is put through, once in each round. */
import type { Load, Measurement } from "./run-load.ts";

export interface Workload extends Omit<Load, "milliseconds"> {
  /** The word for it on the command line. */
  readonly id: string;
  readonly name: string;
}

export const WORKLOADS = [
  { id: "1", name: "1 at once", tool: "echo", atOnce: 1 },
  { id: "16", name: "16 at once", tool: "echo", atOnce: 16 },
  { id: "64", name: "64 at once", tool: "echo", atOnce: 64 },
  { id: "1MB", name: "1 MB × 1", tool: "blob", atOnce: 1 },
  { id: "1MB", name: "1 MB × 4", tool: "blob", atOnce: 4 },
] as const satisfies readonly Workload[];

export type WorkloadName = (typeof WORKLOADS)[number]["name"];
export type Metric = "p50" | "p99" | "callsPerSecond" | "cpuPerCall" | "loadCpuPerCall" | "disturbance";

/** What one contestant measured over one transport, round by round. */
export class Results {
  readonly #rounds = new Map<WorkloadName, Measurement[]>();
  /** Why there is nothing (more) of it. */
  problem: string | undefined;

  add(workload: WorkloadName, measurement: Measurement): void {
    const rounds = this.#rounds.get(workload);
    if (rounds === undefined) this.#rounds.set(workload, [measurement]);
    else rounds.push(measurement);
  }

  get isEmpty(): boolean {
    return this.#rounds.size === 0;
  }

  values(workload: WorkloadName, metric: Metric): readonly number[] {
    return (this.#rounds.get(workload) ?? []).map((measurement) => measurement[metric]);
  }

  median(workload: WorkloadName, metric: Metric): number {
    return median(this.values(workload, metric));
  }

  /** How it stands to another one: round by round, because what disturbs a round disturbs both. */
  ratios(other: Results, workload: WorkloadName, metric: Metric): readonly number[] {
    const others = other.values(workload, metric);
    return this.values(workload, metric).flatMap((value, round) => {
      const theirs = others[round];
      return theirs === undefined ? [] : [value / theirs];
    });
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
