/**
 * Brings finished spans to a collector, in the background and in batches. A collector that is down costs spans, never a
 * call: what waits is bounded, and what does not fit is counted and dropped.
 */
import { messageOf } from "../../errors.ts";
import type { JsonObject } from "../../types.ts";
import type { Logger } from "../../util/log/logger.ts";
import type { SpanCounts } from "./call-tracer.ts";
import type { TraceSettings } from "./trace-settings.ts";

export interface SpanExporterOptions extends TraceSettings {
  readonly version: string;
  readonly log: Logger;
  readonly mostWaiting?: number;
  readonly pauseMs?: number;
}

const MOST_WAITING = 2048;
const MOST_AT_ONCE = 512;
const PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
/** Nobody wants to wait at the end for a collector that does not answer. */
const LAST_TRY_MS = 3000;

export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly #pauseMs: number;
  #waiting: JsonObject[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failures = 0;
  #exported = 0;
  #dropped = 0;
  #isClosed = false;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
    this.#pauseMs = options.pauseMs ?? PAUSE_MS;
  }

  get counts(): SpanCounts {
    return { exported: this.#exported, dropped: this.#dropped };
  }

  /** Never throws and never waits. */
  add(span: JsonObject): void {
    if (this.#isClosed || this.#waiting.length >= (this.#options.mostWaiting ?? MOST_WAITING)) {
      this.#dropped++;
      return;
    }
    this.#waiting.push(span);
    this.#plan();
  }

  /** Sends what is left, once, and takes no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const signal = AbortSignal.timeout(LAST_TRY_MS);
    await this.#sending;
    while (this.#waiting.length > 0 && !signal.aborted && (await this.#send(signal))) continue;
    this.#dropped += this.#waiting.length;
    this.#waiting = [];
  }

  #plan(): void {
    if (this.#timer !== undefined || this.#sending !== undefined || this.#isClosed) return;
    const pause = Math.min(this.#pauseMs * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#flush().finally(() => {
        this.#sending = undefined;
        if (this.#waiting.length > 0) this.#plan();
      });
    }, pause);
    this.#timer.unref();
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      if (!(await this.#send(AbortSignal.timeout(this.#options.timeoutMs)))) return;
    }
  }

  /** False when the collector should be left alone for a while. */
  async #send(signal: AbortSignal): Promise<boolean> {
    const batch = this.#waiting.slice(0, MOST_AT_ONCE);
    try {
      const status = await this.#post(batch, signal);
      const isTaken = status >= 200 && status < 300;
      if (!isTaken && MAY_COME_BACK.has(status)) throw new Error(`it answered with status ${status}`);
      this.#waiting = this.#waiting.slice(batch.length);
      if (isTaken) this.#exported += batch.length;
      else this.#drop(batch.length, status);
      this.#failures = 0;
      return true;
    } catch (error) {
      if (this.#failures === 0) this.#warn(messageOf(error), error);
      this.#failures++;
      return false;
    }
  }

  async #post(spans: readonly JsonObject[], signal: AbortSignal): Promise<number> {
    const { url, headers, resource, version } = this.#options;
    const scopeSpans = [{ scope: { name: "tacklebox", version }, spans }];
    const body = { resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans }] };
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      // Headers with keys must not follow to another place.
      redirect: "error",
      signal,
    });
    await response.body?.cancel();
    return response.status;
  }

  #drop(count: number, status: number): void {
    this.#dropped += count;
    this.#warn(`it refused ${count} spans with status ${status}`, undefined);
  }

  #warn(reason: string, error: unknown): void {
    const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : undefined;
    this.#options.log.warn("spans do not reach the collector", { url: this.#options.url, reason, cause });
  }
}

/** Answers after which the same request may succeed. */
const MAY_COME_BACK: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Names and texts in the form of OTLP. */
export function attributesOf(values: Readonly<Record<string, string>>): readonly JsonObject[] {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}
