/** Cuts what comes into lines, as bytes: nothing is decoded, and nothing is passed on before its end has come. */

const NEWLINE = 10;
/** What a line becomes that is longer than it may be: it is answered like what cannot be read. */
const TOO_LONG = Buffer.from("(too long)\n");

export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that this completes, each with its end. */
  push(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#keep(chunk.subarray(start, end + 1));
      lines.push(this.#finish());
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else this.#parts.push(part);
  }

  #finish(): Buffer {
    const [first = TOO_LONG, ...others] = this.#parts;
    this.#parts = [];
    this.#bytes = 0;
    return others.length === 0 ? first : Buffer.concat([first, ...others]);
  }
}
