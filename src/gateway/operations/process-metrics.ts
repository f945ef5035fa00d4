/** How this process is. The event loop is watched from the first time that somebody asks. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metric } from "./exposition.ts";

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

export class ProcessMetrics {
  readonly #version: string;
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined;

  constructor(version: string) {
    this.#version = version;
  }

  *metrics(): Generator<Metric> {
    const { rss, heapUsed, heapTotal } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const uptime = process.uptime();
    yield gauge("tacklebox_build_info", "The version that runs.", 1, {
      version: this.#version,
      node: process.versions.node,
    });
    yield gauge("process_resident_memory_bytes", "Memory of the process.", rss);
    yield gauge(
      "process_start_time_seconds",
      "When it started, since the epoch.",
      Date.now() / 1000 - uptime,
    );
    yield gauge("process_uptime_seconds", "How long it has been running.", uptime);
    yield gauge("nodejs_heap_size_used_bytes", "Memory of JavaScript objects.", heapUsed);
    yield gauge("nodejs_heap_size_total_bytes", "Memory reserved for JavaScript objects.", heapTotal);
    yield {
      ...gauge("process_cpu_seconds_total", "Processor time that was used.", (user + system) / 1e6),
      type: "counter",
    };
    yield this.#eventLoop();
  }

  close(): void {
    this.#delay?.disable();
  }

  /** Since it was last asked for. */
  #eventLoop(): Metric {
    const delay = this.#delay;
    const samples = ([50, 99, 100] as const).map((percentile) => ({
      labels: { quantile: String(percentile / 100) },
      value: delay === undefined || delay.count === 0 ? 0 : lagOf(delay.percentile(percentile)),
    }));
    if (delay === undefined) {
      this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#delay.enable();
    } else delay.reset();
    const help = "How much later than it should the event loop came round, since the last scrape.";
    return { name: "nodejs_eventloop_lag_seconds", help, type: "gauge", samples };
  }
}

/** What is measured is the time between two rounds of a timer. */
function lagOf(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
}

function gauge(name: string, help: string, value: number, labels?: Readonly<Record<string, string>>): Metric {
  return { name, help, type: "gauge", samples: [labels === undefined ? { value } : { labels, value }] };
}
