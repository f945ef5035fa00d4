/** How long a program has computed. The engine asks `isSpent` every few thousand steps, and stops when it says so. */
export class CpuMeter {
  readonly #limitMs: number;
  #usedMs = 0;
  #since: number | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get usedMs(): number {
    return this.#usedMs + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  get isSpent(): boolean {
    return this.usedMs >= this.#limitMs;
  }

  start(): void {
    this.#since ??= performance.now();
  }

  stop(): void {
    this.#usedMs = this.usedMs;
    this.#since = undefined;
  }
}
