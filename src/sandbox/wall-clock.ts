/** Runs out after a time during which it was not paused. Pauses may overlap: it goes on when the last has ended. */
export class WallClock {
  readonly #onEnd: () => void;
  readonly #startedAt = performance.now();
  #leftMs: number;
  #runningSince = performance.now();
  #pauses = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onEnd: () => void) {
    this.#leftMs = limitMs;
    this.#onEnd = onEnd;
    this.#go();
  }

  /** Since the start, pauses included. */
  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  beginPause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#runningSince;
  }

  endPause(): void {
    if (this.#pauses === 0) return;
    this.#pauses -= 1;
    if (this.#pauses === 0) this.#go();
  }

  /** Never runs out any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#pauses = Number.POSITIVE_INFINITY;
  }

  #go(): void {
    this.#runningSince = performance.now();
    this.#timer = setTimeout(this.#onEnd, Math.max(0, this.#leftMs));
  }
}
