/**
 * What `/metrics` shows, in the text form of Prometheus. It watches the box's events and the answers of the HTTP face; each
 * costs the same, however long the gateway runs and whatever servers call themselves.
 */
import type { Box } from "../../box/box.ts";
import { SERVER_STATES } from "../server-states.ts";
import type { AnsweredRequest } from "../http/http-parts.ts";
import { CallMetrics } from "./call-metrics.ts";
import { labelOf, writeMetrics, type Metric, type Sample } from "./exposition.ts";
import { ProcessMetrics } from "./process-metrics.ts";
import type { SpanCounts } from "./call-tracer.ts";

export interface MetricsOptions {
  readonly box: Box;
  readonly version: string;
  readonly sessions: () => number;
  readonly heldConversations: () => number;
  /** Limit → how often a client was refused because of it. */
  readonly refusals: () => ReadonlyMap<string, number>;
  /** Where traces are exported. */
  readonly spans?: (() => SpanCounts) | undefined;
}

export class Metrics {
  readonly #options: MetricsOptions;
  readonly #calls: CallMetrics;
  readonly #process: ProcessMetrics;
  /** Route, class of the status and era → how many. */
  readonly #requests = new Map<
    string,
    { readonly labels: Readonly<Record<string, string>>; value: number }
  >();

  constructor(options: MetricsOptions) {
    this.#options = options;
    this.#calls = new CallMetrics(options.box);
    this.#process = new ProcessMetrics(options.version);
  }

  countRequest(request: AnsweredRequest): void {
    const { route, status } = request;
    const era = request.era ?? "none";
    const code = Math.floor(status / 100);
    const key = `${route} ${code} ${era}`;
    const known = this.#requests.get(key);
    if (known === undefined)
      this.#requests.set(key, { labels: { route, status: `${code}xx`, era }, value: 1 });
    else known.value++;
  }

  text(): string {
    return writeMetrics(this.#all());
  }

  close(): void {
    this.#process.close();
  }

  *#all(): Generator<Metric> {
    const { box, sessions, heldConversations, refusals, spans } = this.#options;
    yield* this.#calls.metrics();
    yield {
      name: "tacklebox_http_requests_total",
      help: "HTTP requests that were answered, by kind of address, class of status and era of the client.",
      type: "counter",
      samples: this.#requests.values(),
    };
    yield {
      name: "tacklebox_refusals_total",
      help: "Requests that were refused because their client was beyond a limit.",
      type: "counter",
      samples: [...refusals()].map(([limit, value]) => ({ labels: { limit }, value })),
    };
    yield gauge("tacklebox_sessions", "Sessions of legacy clients.", sessions());
    yield gauge(
      "tacklebox_held_conversations",
      "Requests of modern clients that wait for an answer to a question.",
      heldConversations(),
    );
    yield gauge("tacklebox_catalog_tools", "Tools in the catalog.", box.catalog.tools.length);
    yield {
      name: "tacklebox_server_state",
      help: "1 for the state that a server is in.",
      type: "gauge",
      samples: statesOf(box),
    };
    if (spans !== undefined) yield* spanMetrics(spans());
    yield* this.#process.metrics();
  }
}

function* statesOf(box: Box): Generator<Sample> {
  const states = new Map(box.status().map(({ name, state }) => [labelOf(name), state]));
  for (const [server, current] of states)
    for (const state of SERVER_STATES) yield { labels: { server, state }, value: state === current ? 1 : 0 };
}

function* spanMetrics({ exported, dropped }: SpanCounts): Generator<Metric> {
  const type = "counter";
  yield { ...gauge("tacklebox_spans_exported_total", "Spans that a collector took.", exported), type };
  yield { ...gauge("tacklebox_spans_dropped_total", "Spans that were lost.", dropped), type };
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: "gauge", samples: [{ value }] };
}
