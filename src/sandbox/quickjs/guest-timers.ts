/** The timers of one run: counted, and gone with it. */
import { describeExcess, type Limits } from "../limits.ts";

/** What Node can wait for; no run lasts as long. */
const LONGEST_MS = 2 ** 31 - 1;

export class GuestTimers {
  readonly #limits: Limits;
  readonly #fire: (number: number) => void;
  readonly #running = new Map<number, NodeJS.Timeout>();
  #count = 0;

  constructor(limits: Limits, fire: (number: number) => void) {
    this.#limits = limits;
    this.#fire = fire;
  }

  get size(): number {
    return this.#running.size;
  }

  /** The timer's number, or undefined when there were too many. */
  set(milliseconds: number): number | undefined {
    if (this.#count >= this.#limits.timers) return undefined;
    this.#count += 1;
    const number = this.#count;
    const wait = Math.min(Math.max(Number.isNaN(milliseconds) ? 0 : milliseconds, 0), LONGEST_MS);
    const timer = setTimeout(() => {
      this.#running.delete(number);
      this.#fire(number);
    }, wait);
    this.#running.set(number, timer);
    return number;
  }

  refusal(): string {
    return describeExcess("timers", this.#limits);
  }

  cancel(number: number): void {
    clearTimeout(this.#running.get(number));
    this.#running.delete(number);
  }

  clear(): void {
    for (const timer of this.#running.values()) clearTimeout(timer);
    this.#running.clear();
  }
}
