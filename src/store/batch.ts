/**
 * Gathers items and writes many in one transaction, off the path of the calls that made them. Bounded: while writing
 * fails the newest are kept, the oldest are counted as lost, and that is said once. A clean stop (`close`) loses nothing.
 */
import { TackleError } from "../errors.ts";
import type { OnWarning } from "./warning.ts";

export interface BatchOptions<Item> {
  /** What the items are, for people: "call records". */
  readonly what: string;
  /** Writes all or throws a TackleError. `lost`: how many were dropped since the last successful write. */
  readonly write: (
    items: readonly Item[],
    context: { readonly lost: number; readonly waitMs: number },
  ) => void;
  readonly onWarning: OnWarning;
  readonly delayMs?: number;
  readonly size?: number;
  readonly capacity?: number;
}

export interface BatchHealth {
  readonly pending: number;
  /** Since the start. */
  readonly lost: number;
  /** Why writing fails at the moment. */
  readonly failure: string | undefined;
}

/** Waiting stops the whole program, so only those wait long who asked for it. */
const BRIEFLY_MS = 20;
const FLUSH_WAIT_MS = 2_000;
const RETRY_MS = { first: 250, longest: 30_000 };

export class Batch<Item> {
  readonly #options: BatchOptions<Item>;
  readonly #size: number;
  readonly #capacity: number;
  #pending: Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  #failure: TackleError | undefined;
  #retryMs = RETRY_MS.first;
  #lost = 0;
  #lostSinceWrite = 0;

  constructor(options: BatchOptions<Item>) {
    this.#options = options;
    this.#size = options.size ?? 500;
    this.#capacity = options.capacity ?? 10_000;
  }

  add(item: Item): void {
    this.#pending.push(item);
    if (this.#pending.length > this.#capacity) this.#makeRoom();
    if (this.#failure !== undefined) return; // a retry is planned
    if (this.#pending.length === this.#size) this.#schedule(0);
    else if (this.#timer === undefined) this.#schedule(this.#options.delayMs ?? 100);
  }

  /** Writes everything now. False when something could not be written. `waitMs`: for another process that writes. */
  flush({ waitMs = FLUSH_WAIT_MS }: { readonly waitMs?: number } = {}): boolean {
    while (this.#pending.length > 0) {
      if (!this.#writeSome(waitMs)) return false;
    }
    this.#stopTimer();
    return true;
  }

  /** Before a query: what was recorded should be found, but a query must not stop the program for long. */
  flushBriefly(): void {
    this.flush({ waitMs: BRIEFLY_MS });
  }

  health(): BatchHealth {
    return { pending: this.#pending.length, lost: this.#lost, failure: this.#failure?.message };
  }

  /** Writes what is left; what cannot be written now is lost, and said. */
  close(): void {
    this.flush();
    this.#stopTimer();
    const left = this.#pending.length;
    if (left === 0) return;
    this.#drop(left);
    this.#warn(`${left} ${this.#options.what} could not be written before the end and are lost.`);
  }

  /** A full buffer without a failure means that the event loop had no turn: then write here and now. */
  #makeRoom(): void {
    if (this.#failure === undefined) this.#writeSome(BRIEFLY_MS);
    if (this.#pending.length > this.#capacity) this.#drop(this.#pending.length - this.#capacity);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(delayMs: number): void {
    this.#stopTimer();
    this.#timer = setTimeout(() => this.#onTimer(), delayMs);
    // A first write is worth waiting for at the end of the program; a retry that may never succeed is not.
    if (this.#failure !== undefined) this.#timer.unref();
  }

  #onTimer(): void {
    this.#timer = undefined;
    const isWritten = this.#writeSome(BRIEFLY_MS);
    if (!isWritten) {
      this.#schedule(this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.longest);
    } else if (this.#pending.length > 0) this.#schedule(0);
  }

  #writeSome(waitMs: number): boolean {
    const items = this.#pending.slice(0, this.#size);
    try {
      this.#options.write(items, { lost: this.#lostSinceWrite, waitMs });
    } catch (error) {
      const failure = asTackleError(error);
      if (failure.code === "internal") return this.#writeEach(items, waitMs);
      this.#onFailure(failure);
      return false;
    }
    this.#pending = this.#pending.slice(items.length);
    this.#onSuccess();
    return true;
  }

  /** One of them cannot be stored at all; it must not keep the others from being. */
  #writeEach(items: readonly Item[], waitMs: number): boolean {
    let refused = 0;
    let reason = "";
    for (const item of items) {
      const failure = this.#tryOne(item, waitMs);
      if (failure === undefined) continue;
      if (failure.code !== "internal") {
        this.#onFailure(failure);
        return false;
      }
      this.#drop(1);
      refused += 1;
      reason = failure.message;
    }
    if (refused > 0) this.#warn(`${refused} ${this.#options.what} cannot be stored and are lost. ${reason}`);
    this.#onSuccess(); // the store itself is well
    return true;
  }

  #tryOne(item: Item, waitMs: number): TackleError | undefined {
    try {
      this.#options.write([item], { lost: this.#lostSinceWrite, waitMs });
    } catch (error) {
      return asTackleError(error);
    }
    this.#pending.shift();
    this.#lostSinceWrite = 0;
    return undefined;
  }

  #drop(count: number): void {
    this.#pending.splice(0, count);
    this.#lost += count;
    this.#lostSinceWrite += count;
  }

  #onFailure(failure: TackleError): void {
    const isNew = this.#failure === undefined || this.#failure.code === "busy";
    this.#failure = failure;
    // Another process that writes is no failure yet: there is time until the buffer is full.
    if (isNew && failure.code !== "busy")
      this.#warn(
        `The ${this.#options.what} cannot be written at the moment. ${failure.message}`,
        failure.hint,
      );
    if (this.#timer === undefined) this.#schedule(this.#retryMs);
  }

  #onSuccess(): void {
    const failure = this.#failure;
    const lost = this.#lostSinceWrite;
    this.#failure = undefined;
    this.#lostSinceWrite = 0;
    this.#retryMs = RETRY_MS.first;
    if (failure !== undefined && failure.code !== "busy")
      this.#warn(`The ${this.#options.what} are written again; ${lost} were lost.`);
  }

  #warn(message: string, hint?: string): void {
    this.#options.onWarning(new TackleError({ code: "permission", message, hint, cause: this.#failure }));
  }
}

function asTackleError(error: unknown): TackleError {
  return error instanceof TackleError
    ? error
    : new TackleError({ code: "internal", message: String(error), cause: error });
}
