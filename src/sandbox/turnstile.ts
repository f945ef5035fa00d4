/** Lets a number of runs in at a time; others wait in the order in which they came. */
export class Turnstile {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /** False when the signal came first. Whoever got in must leave. */
  async enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const letIn = () => {
      resolve(true);
    };
    const giveUp = () => {
      this.#waiting.delete(letIn);
      resolve(false);
    };
    this.#waiting.add(letIn);
    signal.addEventListener("abort", giveUp, { once: true });
    const isIn = await promise;
    signal.removeEventListener("abort", giveUp);
    return isIn;
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
