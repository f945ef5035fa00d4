/** What the gateway has to reach, beside the bare pipe and the peers; each goal is said with what was measured. */
import type { Transport } from "./contestants.ts";
import { median, type Metric, type Results, type WorkloadName } from "./workloads.ts";

interface Goal {
  readonly transport: Transport;
  readonly what: string;
  readonly workloads: readonly WorkloadName[];
  readonly metric: Metric;
  readonly against: "bare" | "peers";
  /** At most so many times the other's value, or at least. */
  readonly limit: { readonly most: number } | { readonly least: number };
}

const blobs = ["1 MB × 1", "1 MB × 4"] as const;

const GOALS: readonly Goal[] = [
  goal("http", "1 at once, p50", {
    workloads: ["1 at once"],
    metric: "p50",
    against: "bare",
    limit: { most: 1.4 },
  }),
  goal("http", "64 at once, calls/s", { workloads: ["64 at once"], against: "bare", limit: { least: 0.6 } }),
  goal("http", "64 at once, calls/s", { workloads: ["64 at once"], against: "peers", limit: { least: 2 } }),
  goal("http", "1 MB results, calls/s", { workloads: blobs, against: "bare", limit: { least: 0.85 } }),
  goal("http", "16 at once, CPU per call", {
    workloads: ["16 at once"],
    metric: "cpuPerCall",
    against: "bare",
    limit: { most: 2 },
  }),
  goal("stdio", "1 at once, p50", {
    workloads: ["1 at once"],
    metric: "p50",
    against: "bare",
    limit: { most: 1.4 },
  }),
  goal("stdio", "64 at once, calls/s", { workloads: ["64 at once"], against: "bare", limit: { least: 0.6 } }),
  goal("stdio", "64 at once, calls/s", { workloads: ["64 at once"], against: "peers", limit: { least: 1 } }),
  goal("stdio", "1 MB results, calls/s", { workloads: blobs, against: "bare", limit: { least: 0.85 } }),
];

type GoalDetails = Omit<Goal, "transport" | "what" | "metric"> & Partial<Pick<Goal, "metric">>;

function goal(transport: Transport, what: string, details: GoalDetails): Goal {
  return { transport, what, metric: "callsPerSecond", ...details };
}

export interface Judgement {
  readonly what: string;
  readonly wanted: string;
  readonly seen: string;
  readonly verdict: "met" | "not met" | "not measured";
}

export interface Field {
  readonly transport: Transport;
  readonly ours: Results;
  readonly bare: Results | undefined;
  readonly peers: ReadonlyMap<string, Results>;
}

export function judge(field: Field): readonly Judgement[] {
  return GOALS.filter(({ transport }) => transport === field.transport).map((goal) => judgeOne(goal, field));
}

function judgeOne(goal: Goal, { ours, bare, peers }: Field): Judgement {
  const { workloads, metric, limit } = goal;
  const others: readonly (readonly [string, Results])[] =
    goal.against === "peers" ? [...peers] : bare === undefined ? [] : [["the bare pipe", bare]];
  const seen = others.flatMap(([name, results]) =>
    workloads.flatMap((workload) => {
      const ratios = ours.ratios(results, workload, metric);
      if (ratios.length === 0) return [];
      const label = goal.against === "peers" ? name : workloads.length > 1 ? workload : "";
      return [{ label, ratio: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) }];
    }),
  );
  const isMet = ({ ratio }: { ratio: number }) =>
    "most" in limit ? ratio <= limit.most : ratio >= limit.least;
  const other = goal.against === "bare" ? "the bare pipe" : "every peer";
  return {
    what: goal.what,
    wanted: "most" in limit ? `≤ ${limit.most} × ${other}` : `≥ ${limit.least} × ${other}`,
    seen: seen
      .map(({ label, ratio, low, high }) => `${label} ${times(ratio)} (${times(low)}–${times(high)})`.trim())
      .join(", "),
    verdict: seen.length === 0 ? "not measured" : seen.every(isMet) ? "met" : "not met",
  };
}

const times = (ratio: number) => ratio.toFixed(ratio < 10 ? 2 : 0);
