/**
 * Bounds what is under way on one server, and shares it fairly: callers take turns, so that one who asks for a thousand
 * things does not make another wait for all of them. Full means an error at once, not a longer queue.
 */
import { TackleError } from "../errors.ts";
import { RenewedMap } from "../util/renewed-collections.ts";

export interface QueueLimits {
  readonly inFlight: number;
  readonly waiting: number;
}

interface Waiting {
  start(): void;
  fail(reason: Error): void;
}

export interface Patience {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export class FairQueue {
  readonly #server: string;
  readonly #limits: QueueLimits;
  /** Caller → who waits there, in order; callers in the order of their turn. */
  readonly #waiting = new RenewedMap<string, Waiting[]>();
  #inFlight = 0;
  #waitingCount = 0;

  constructor(server: string, limits: QueueLimits) {
    this.#server = server;
    this.#limits = limits;
  }

  /** Takes a place without waiting, if there is one; whoever gets true calls `leave` when done. */
  enterNow(): boolean {
    if (this.#inFlight >= this.#limits.inFlight) return false;
    this.#inFlight++;
    return true;
  }

  /** Waits for a place. Rejects with the signal's reason, when the time is over, or at once when too many wait. */
  enter(caller: string, { signal, timeoutMs }: Patience): Promise<void> {
    if (this.enterNow()) return Promise.resolve();
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    if (this.#waitingCount >= this.#limits.waiting) return Promise.reject(this.#full());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => giveUp(this.#late(timeoutMs)), timeoutMs);
      const onAbort = (): void => giveUp(signal?.reason as Error);
      const giveUp = (reason: Error): void => {
        this.#remove(caller, waiting);
        waiting.fail(reason);
      };
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      const waiting: Waiting = {
        start: () => {
          settle();
          resolve();
        },
        fail: (reason) => {
          settle();
          reject(reason);
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waitingCount++;
      const line = this.#waiting.get(caller);
      if (line === undefined) this.#waiting.set(caller, [waiting]);
      else line.push(waiting);
    });
  }

  /** Nobody who waits will get a place any more. */
  dismiss(reason: Error): void {
    const lines = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#waitingCount = 0;
    for (const waiting of lines.flat()) waiting.fail(reason);
  }

  leave(): void {
    const next = this.#next();
    if (next === undefined) this.#inFlight--;
    else next.start(); // the place passes on
  }

  /** The first of the caller whose turn it is; that caller then goes to the end of the round. */
  #next(): Waiting | undefined {
    const turn = this.#waiting.first();
    if (turn === undefined) return undefined;
    const [caller, line] = turn;
    const first = line.shift();
    const isAlone = this.#waiting.size === 1;
    if (line.length === 0 || !isAlone) this.#waiting.delete(caller);
    if (line.length > 0 && !isAlone) this.#waiting.set(caller, line);
    this.#waitingCount--;
    return first;
  }

  #remove(caller: string, waiting: Waiting): void {
    const line = this.#waiting.get(caller);
    const position = line?.indexOf(waiting) ?? -1;
    if (line === undefined || position === -1) return;
    line.splice(position, 1);
    if (line.length === 0) this.#waiting.delete(caller);
    this.#waitingCount--;
  }

  #late(timeoutMs: number): TackleError {
    return new TackleError({
      code: "timeout",
      server: this.#server,
      message: `The call waited ${timeoutMs} ms for its turn on server '${this.#server}'`,
      hint: "Give the call more time, or the server more 'instances'.",
    });
  }

  #full(): TackleError {
    const { inFlight, waiting } = this.#limits;
    return new TackleError({
      code: "busy",
      server: this.#server,
      message: `Server '${this.#server}' is busy: ${inFlight} calls are under way and ${waiting} wait`,
      hint: "Wait until some have ended, or give the server more 'instances'.",
    });
  }
}
