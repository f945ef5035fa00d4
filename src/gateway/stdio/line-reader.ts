/** Lines from a client, none longer than it may be: a longer one is dropped while it streams, and its end is noticed. */
import type { Readable } from "node:stream";

const NEWLINE = 10;

export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, onLine: (line: string) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  /** Resolves when the input has ended or the signal aborts. */
  read(input: Readable, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const onData = (chunk: Buffer): void => this.#push(chunk);
      const onEnd = (): void => {
        input.off("data", onData);
        signal.removeEventListener("abort", onEnd);
        resolve();
      };
      input.on("data", onData);
      for (const end of ["end", "close", "error"]) input.once(end, onEnd);
      signal.addEventListener("abort", onEnd, { once: true });
      if (signal.aborted) onEnd();
    });
  }

  #push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      if (this.#bytes === 0 && end - start <= this.#maxBytes) this.#tell(chunk.toString("utf8", start, end));
      else this.#finish(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #finish(last: Buffer): void {
    const isTooLong = this.#bytes + last.length > this.#maxBytes;
    const line = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#bytes = 0;
    // What is too long is answered like what cannot be read: nobody can tell which request it was.
    this.#tell(isTooLong ? "(too long)" : line.toString("utf8"));
  }

  #tell(line: string): void {
    const text = line.trim();
    if (text !== "") this.#onLine(text);
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else this.#parts.push(part);
  }
}
