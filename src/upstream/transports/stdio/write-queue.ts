/**
 * Writes messages to a server's stdin. A write ends when the system has taken its bytes; one that cannot end because
 * the server does not read, or because the pipe is gone, fails instead of waiting for ever. Adds no listener per write.
 */
import type { Writable } from "node:stream";
import { TackleError } from "../../../errors.ts";
import { RenewedSet } from "../../../util/renewed-collections.ts";

export interface WriteQueueOptions {
  readonly server: string;
  /** How much may wait unwritten before further messages are refused. */
  readonly maxQueued: number;
  readonly timeoutMs: number;
  /** Whether more is likely to be written in this turn of the event loop, and so worth waiting for. */
  readonly isBusy: () => boolean;
  /** No write has ended for `timeoutMs`. */
  readonly onStall: (queued: number) => void;
}

/** What is written in one go, and who waits for it. */
interface Parcel {
  text: string;
  readonly taken: PromiseWithResolvers<void>;
}

export class WriteQueue {
  readonly #pipe: Writable;
  readonly #options: WriteQueueOptions;
  #stallTimer: NodeJS.Timeout | undefined;
  #refusal: TackleError | undefined;
  #parcel: Parcel | undefined;
  readonly #waiting = new RenewedSet<Parcel>();

  constructor(pipe: Writable, options: WriteQueueOptions) {
    this.#pipe = pipe;
    this.#options = options;
  }

  /** Why a text would not be taken now; undefined when it would. One text is taken whatever its size. */
  refusalOf(text: string): TackleError | undefined {
    const queued = this.#pipe.writableLength + (this.#parcel?.text.length ?? 0);
    const isFull = queued > 0 && queued + text.length > this.#options.maxQueued;
    return this.#refusal ?? (isFull ? this.#full(queued) : undefined);
  }

  /** Resolves when the system has taken the text. Texts of one turn go together while there are many. Ask `refusalOf` first. */
  write(text: string): Promise<void> {
    if (this.#parcel !== undefined) {
      this.#parcel.text += text;
      return this.#parcel.taken.promise;
    }
    const parcel: Parcel = { text, taken: Promise.withResolvers() };
    this.#parcel = parcel;
    this.#waiting.add(parcel);
    if (this.#options.isBusy()) setImmediate(() => this.#send(parcel));
    else process.nextTick(() => this.#send(parcel));
    return parcel.taken.promise;
  }

  #send(parcel: Parcel): void {
    this.#parcel = undefined;
    if (this.#refusal !== undefined) return;
    this.#pipe.write(parcel.text, (error) => {
      this.#watchForStall();
      // A broken pipe says less than the exit behind it: `close` follows soon, with the reason.
      if (error !== null && error !== undefined) return;
      this.#waiting.delete(parcel);
      parcel.taken.resolve();
    });
    if (this.#stallTimer === undefined && this.#pipe.writableLength > 0) this.#watchForStall();
  }

  /** Refuses further writes and fails those that wait, also after a broken pipe. The pipe is left to its owner. */
  close(reason: TackleError): void {
    this.#refusal ??= reason;
    clearTimeout(this.#stallTimer);
    for (const { taken } of this.#waiting) taken.reject(reason);
    this.#waiting.clear();
  }

  /** Starts the clock anew whenever a write has ended, and stops it when none is left. */
  #watchForStall(): void {
    clearTimeout(this.#stallTimer);
    this.#stallTimer = undefined;
    if (this.#refusal !== undefined || this.#pipe.writableLength === 0) return;
    this.#stallTimer = setTimeout(() => {
      this.#options.onStall(this.#pipe.writableLength);
    }, this.#options.timeoutMs);
  }

  #full(queued: number): TackleError {
    const { server, maxQueued } = this.#options;
    return new TackleError({
      code: "busy",
      message: `Server '${server}' does not read fast enough: ${queued} bytes wait for it, the limit is ${maxQueued}`,
      hint: "Send less at once, or restart the server if it hangs.",
      server,
    });
  }
}
