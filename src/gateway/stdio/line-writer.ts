/** Messages to a client, a line each; those of one turn of the event loop are written together. */
import type { Writable } from "node:stream";

/** A client that does not read is given up before what waits for it fills the memory. */
const MOST_UNREAD_BYTES = 256 * 1024 * 1024;

export class LineWriter {
  readonly #output: Writable;
  #lines = "";
  #isScheduled = false;

  constructor(output: Writable) {
    this.#output = output;
  }

  write(text: string): void {
    this.#lines += `${text}\n`;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.flush());
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
