/**
 * How long a server may be silent, and how long a request may take in all. Progress puts the first off; while somebody else is
 * waited for, the clock stands still, and that time does not count.
 */
export interface ClockLimits {
  readonly silenceMs: number;
  readonly maximumMs: number;
}

export class CallClock {
  readonly #silenceMs: number;
  readonly #onOver: () => void;
  #end: number;
  #heldSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor({ silenceMs, maximumMs }: ClockLimits, onOver: () => void) {
    this.#silenceMs = silenceMs;
    this.#onOver = onOver;
    this.#end = performance.now() + maximumMs;
    this.#timer = setTimeout(onOver, Math.min(silenceMs, maximumMs));
  }

  /** The server gave a sign of life. */
  touch(): void {
    if (this.#heldSince === undefined) this.#restart();
  }

  hold(isHeld: boolean): void {
    const now = performance.now();
    if (isHeld) {
      clearTimeout(this.#timer);
      this.#heldSince ??= now;
    } else if (this.#heldSince !== undefined) {
      this.#end += now - this.#heldSince;
      this.#heldSince = undefined;
      this.#restart();
    }
  }

  /** For good: whoever held it may let go of it later. */
  clear(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #restart(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    const left = Math.max(0, Math.min(this.#silenceMs, this.#end - performance.now()));
    this.#timer = setTimeout(this.#onOver, left);
  }
}
