/** Messages to a client, a line each; while there are many, those of one turn of the event loop are written together. */
import type { Writable } from "node:stream";

/** A client that does not read is given up before what waits for it fills the memory. */
const MOST_UNREAD_BYTES = 256 * 1024 * 1024;

export class LineWriter {
  readonly #output: Writable;
  readonly #isBusy: () => boolean;
  #lines = "";
  #isScheduled = false;

  /** `isBusy`: whether more is likely to be written in this turn, and so worth waiting for. */
  constructor(output: Writable, isBusy: () => boolean) {
    this.#output = output;
    this.#isBusy = isBusy;
  }

  write(text: string): void {
    this.#lines += `${text}\n`;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    if (this.#isBusy()) setImmediate(() => this.flush());
    else process.nextTick(() => this.flush());
  }

  /** Writes what waits for the end of the turn. */
  flush(): void {
    const lines = this.#lines;
    this.#lines = "";
    this.#isScheduled = false;
    if (lines === "") return;
    if (this.#output.destroyed || this.#output.writableEnded) return;
    this.#output.write(lines);
    if (this.#output.writableLength > MOST_UNREAD_BYTES) this.#output.destroy();
  }
}
