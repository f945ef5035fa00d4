/** Remembers failures: how long to wait before the next attempt, and whether it has become too many (circuit breaker). */
import type { SupervisionPolicy } from "./policy.ts";

export class FailureRecord {
  readonly #policy: SupervisionPolicy;
  readonly #random: () => number;
  #failures: number[] = [];

  constructor(policy: SupervisionPolicy, random: () => number = Math.random) {
    this.#policy = policy;
    this.#random = random;
  }

  add(now: number): void {
    const { breakerWindowMs } = this.#policy;
    this.#failures = [...this.#failures.filter((time) => now - time < breakerWindowMs), now];
  }

  forget(): void {
    this.#failures = [];
  }

  get count(): number {
    return this.#failures.length;
  }

  /** Open: attempts have failed so often that only a rare probe makes sense. */
  get isOpen(): boolean {
    return this.#failures.length >= this.#policy.breakerFailures;
  }

  /** Full jitter: many servers that fell together must not come back together. */
  pauseMs(retryAfterMs = 0): number {
    const { backoffFirstMs, backoffLongestMs, breakerProbeMs } = this.#policy;
    const ceiling = Math.min(backoffLongestMs, backoffFirstMs * 2 ** Math.max(0, this.count - 1));
    const pause = this.isOpen ? breakerProbeMs * (0.5 + this.#random() / 2) : ceiling * this.#random();
    return Math.max(pause, retryAfterMs);
  }
}
