/**
 * Counts calls as they begin and end. Whatever servers call their tools, and however many they have, there is a bounded
 * number of series.
 */
import type { Box } from "../../box/box.ts";
import type { BoxEvents } from "../../box/events.ts";
import { RenewedSet } from "../../util/renewed-collections.ts";
import { Histogram } from "./histogram.ts";
import { labelOf, type Metric, type Sample } from "./exposition.ts";

interface ServerCalls {
  readonly durations: Histogram;
  /** Tool → outcome → how many. */
  readonly tools: Map<string, Map<string, number>>;
}

/** Servers and tools beyond these are counted together. */
const MOST_SERVERS = 500;
const MOST_TOOLS = 1000;
const OTHER = "other";

/** What is no tool is counted by what it is: addresses are endless, and may tell what nobody should read in a chart. */
const METHODS = {
  resource: "resources/read",
  prompt: "prompts/get",
  completion: "completion/complete",
} as const;

export class CallMetrics {
  readonly #box: Box;
  readonly #servers = new Map<string, ServerCalls>();
  readonly #underWay = new RenewedSet<string>();
  #tools = 0;

  constructor(box: Box) {
    this.#box = box;
    box.on("call-start", ({ id }) => this.#underWay.add(id));
    box.on("call-end", (call) => this.#count(call));
  }

  *metrics(): Generator<Metric> {
    yield {
      name: "tacklebox_calls_total",
      help: "Calls that have ended, by server, tool and outcome.",
      type: "counter",
      samples: this.#totals(),
    };
    yield {
      name: "tacklebox_call_duration_seconds",
      help: "How long calls took, waiting for a person included.",
      type: "histogram",
      samples: this.#durations(),
    };
    yield {
      name: "tacklebox_calls_in_flight",
      help: "Calls that are under way.",
      type: "gauge",
      samples: [{ value: this.#underWay.size }],
    };
  }

  #count({ request: { kind = "tool" }, result }: BoxEvents["call-end"]): void {
    const { id, server, tool, outcome, durationMs } = result;
    this.#underWay.delete(id);
    const calls = this.#of(this.#box.config.servers.has(server) ? labelOf(server) : OTHER);
    calls.durations.add(durationMs / 1000);
    // What was called and does not exist is a name that the caller made up.
    const name = kind === "tool" ? labelOf(tool) : METHODS[kind];
    const outcomes = this.#outcomesOf(calls, outcome === "unknown-tool" ? OTHER : name);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  #of(server: string): ServerCalls {
    const isRoom = this.#servers.size < MOST_SERVERS;
    const known = this.#servers.get(server) ?? (isRoom ? undefined : this.#servers.get(OTHER));
    if (known !== undefined) return known;
    const calls = { durations: new Histogram(), tools: new Map() };
    this.#servers.set(isRoom ? server : OTHER, calls);
    return calls;
  }

  #outcomesOf({ tools }: ServerCalls, tool: string): Map<string, number> {
    const known = tools.get(tool) ?? (this.#tools < MOST_TOOLS ? undefined : tools.get(OTHER));
    if (known !== undefined) return known;
    const outcomes = new Map<string, number>();
    tools.set(this.#tools < MOST_TOOLS ? tool : OTHER, outcomes);
    this.#tools++;
    return outcomes;
  }

  *#totals(): Generator<Sample> {
    for (const [server, { tools }] of this.#servers)
      for (const [tool, outcomes] of tools)
        for (const [outcome, value] of outcomes) yield { labels: { server, tool, outcome }, value };
  }

  *#durations(): Generator<Sample> {
    for (const [server, { durations }] of this.#servers) yield* durations.samples({ server });
  }
}
