/** What a live connection needs from time to time: health checks, and an end when nobody uses it. */
import type { TackleError } from "../../errors.ts";
import type { Connection } from "../connection.ts";
import { explainFailure } from "../explain-failure.ts";
import type { SupervisionPolicy } from "./policy.ts";

export interface UpkeepOptions {
  readonly policy: SupervisionPolicy;
  readonly idleTimeoutMs: number | undefined;
  /** When the last call began or ended, on the monotonic clock. */
  lastUse(): number;
  /** The connection is in doubt: ask it again, whatever was heard. */
  isDoubted(): boolean;
  /** It has lived long enough for its past failures not to matter. */
  onStable(): void;
  onIdle(): void;
  onAnswered(): void;
  onSilent(reason: TackleError): void;
}

export class Upkeep {
  readonly #connection: Connection;
  readonly #options: UpkeepOptions;
  readonly #connectedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;
  #lastCheck = performance.now();
  #isOver = false;

  constructor(connection: Connection, options: UpkeepOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#schedule();
  }

  /** Asks whether the server still answers, at once: a call has just failed in a way that raises the question. */
  checkNow(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    void this.#check().finally(() => (this.#isChecking = false));
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isOver) return;
    const { policy, idleTimeoutMs = Number.POSITIVE_INFINITY } = this.#options;
    const pause = Math.min(policy.healthIntervalMs, Math.max(50, idleTimeoutMs / 4));
    this.#timer = setTimeout(() => this.#turn(), pause);
    this.#timer.unref();
  }

  #turn(): void {
    const { policy, idleTimeoutMs = Number.POSITIVE_INFINITY, ...options } = this.#options;
    const now = performance.now();
    if (now - this.#connectedAt > policy.stableAfterMs) options.onStable();
    if (this.#connection.inFlight === 0 && now - options.lastUse() > idleTimeoutMs) {
      options.onIdle();
      return;
    }
    // What the server says is proof of life; what we send to it is not.
    const isSilent = now - this.#connection.lastHeard() >= policy.healthIntervalMs;
    const isDue = now - this.#lastCheck >= policy.healthIntervalMs;
    if (isDue && (isSilent || options.isDoubted())) this.checkNow();
    this.#schedule();
  }

  async #check(): Promise<void> {
    const options = this.#options;
    const { server } = this.#connection;
    const timeoutMs = options.policy.healthTimeoutMs;
    this.#lastCheck = performance.now();
    try {
      await this.#connection.ping(timeoutMs);
      if (!this.#isOver) options.onAnswered();
    } catch (error) {
      const reason = explainFailure(error, { server, method: "The health check", timeoutMs });
      if (this.#isOver) return;
      // An answer is an answer, even one that says that the question is not known.
      if (reason.code === "execution") options.onAnswered();
      else options.onSilent(reason);
    }
  }
}
