/**
 * Whether the servers have started. Most clients read the lists once, right at the beginning, so the first ones wait for
 * servers that are still starting; but not for long, and one that hangs is announced when it comes.
 */

const LONGEST_WAIT_MS = 10_000;

export class Started {
  /** Undefined once it is over, so that nobody has to wait for a promise. */
  #waiting: Promise<void> | undefined;

  constructor(started: Promise<void>) {
    let timer: NodeJS.Timeout | undefined;
    const atLast = new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT_MS)));
    this.#waiting = Promise.race([started, atLast]).finally(() => {
      clearTimeout(timer);
      this.#waiting = undefined;
    });
  }

  get waiting(): Promise<void> | undefined {
    return this.#waiting;
  }
}
