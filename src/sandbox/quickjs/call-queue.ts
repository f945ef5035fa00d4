/**
 * The calls of one run, inside the thread of the program: counts them, lets a few go at a time and keeps the others waiting,
 * so that a program can never flood the thread that answers.
 */
import { describeExcess, type LimitName, type Limits } from "../limits.ts";
import type { CallTarget, GuestCall } from "./messages.ts";

export type Admission =
  | { readonly ok: true; readonly number: number }
  | { readonly ok: false; readonly limit: LimitName; readonly message: string };

export class CallQueue {
  readonly #limits: Limits;
  readonly #send: (call: GuestCall) => void;
  readonly #waiting: GuestCall[] = [];
  #count = 0;
  #running = 0;
  #bytes = 0;

  constructor(limits: Limits, send: (call: GuestCall) => void) {
    this.#limits = limits;
    this.#send = send;
  }

  /** Calls that were made and have not ended. */
  get unfinished(): number {
    return this.#running + this.#waiting.length;
  }

  add(target: CallTarget, name: string, argumentsJson: string): Admission {
    const bytes = Buffer.byteLength(argumentsJson);
    const limit = this.#exceeded(bytes);
    if (limit !== undefined) return { ok: false, limit, message: describeExcess(limit, this.#limits) };
    this.#count += 1;
    this.#bytes += bytes;
    this.#waiting.push({ kind: "call", number: this.#count, target, name, argumentsJson });
    this.#sendNext();
    return { ok: true, number: this.#count };
  }

  /** A call has ended: the next may go. */
  release(): void {
    this.#running -= 1;
    this.#sendNext();
  }

  #exceeded(bytes: number): LimitName | undefined {
    if (this.#count >= this.#limits.calls) return "calls";
    if (bytes > this.#limits.argumentBytes) return "argumentBytes";
    return this.#bytes + bytes > this.#limits.allArgumentBytes ? "allArgumentBytes" : undefined;
  }

  #sendNext(): void {
    if (this.#running >= this.#limits.parallelCalls) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#running += 1;
    this.#send(next);
  }
}
