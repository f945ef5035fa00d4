/**
 * Cuts a stream of bytes into lines, in time proportional to the bytes whatever the size of lines and chunks: a byte
 * is copied at most twice. A line past the limit is dropped while it streams, so memory stays bounded, and is handed
 * out as an `OversizeLine` that still shows how it began and ended.
 */

/** A line that was too long to keep. */
export interface OversizeLine {
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
  /** False when the line was given up before its end: it is far past the limit and may never end. */
  readonly isComplete: boolean;
}

export interface LineFramerOptions {
  readonly maxBytes: number;
  /** Past this many bytes without a line break the line is called endless. */
  readonly endlessBytes?: number;
}

const NEWLINE = 10;
const RETURN = 13;
const BYTE_ORDER_MARK = "\uFEFF";
const HEAD_BYTES = 4096;
const TAIL_BYTES = 512;
const BLOCK_BYTES = 64 * 1024;
/** Chunks below this size are packed into blocks once a line has many: a million one-byte buffers cost 100 MB. */
const SMALL_CHUNK = 4096;
const MANY_PARTS = 64;

export class LineFramer {
  readonly #maxBytes: number;
  readonly #endlessBytes: number;
  readonly #chunks: Buffer[] = [];
  #chunkIndex = 0;
  #offset = 0;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #block: Buffer | undefined;
  #blockUsed = 0;
  #dropping: { head: string; tail: Buffer } | undefined;
  #isFirstLine = true;

  constructor(options: LineFramerOptions) {
    this.#maxBytes = options.maxBytes;
    this.#endlessBytes = options.endlessBytes ?? options.maxBytes * 4;
  }

  push(chunk: Buffer): void {
    if (chunk.length > 0) this.#chunks.push(chunk);
  }

  /** The next line that is not blank, without its line break; undefined when more bytes are needed. */
  next(): string | OversizeLine | undefined {
    for (;;) {
      const chunk = this.#chunks[this.#chunkIndex];
      if (chunk === undefined) {
        this.#chunks.length = 0;
        this.#chunkIndex = 0;
        return undefined;
      }
      const end = chunk.indexOf(NEWLINE, this.#offset);
      if (end === -1) {
        this.#keep(this.#offset === 0 ? chunk : chunk.subarray(this.#offset));
        this.#nextChunk();
        if (this.#partBytes > this.#endlessBytes) return this.#takeOversize(false);
        continue;
      }
      const line = this.#takeLine(chunk, this.#offset, end);
      this.#offset = end + 1;
      if (this.#offset === chunk.length) this.#nextChunk();
      if (line !== "") return line;
    }
  }

  /** What is left when the stream has ended without a line break; call it after `next()` gave undefined. */
  rest(): string | OversizeLine | undefined {
    const line = this.#takeLine(Buffer.alloc(0), 0, 0);
    return line === "" ? undefined : line;
  }

  #nextChunk(): void {
    this.#chunkIndex += 1;
    this.#offset = 0;
    // Half-consumed lists are shortened now and then, so that a long burst does not pin the chunks already read.
    if (this.#chunkIndex >= 64) {
      this.#chunks.splice(0, this.#chunkIndex);
      this.#chunkIndex = 0;
    }
  }

  #takeLine(chunk: Buffer, start: number, end: number): string | OversizeLine {
    if (this.#partBytes === 0 && end - start <= this.#maxBytes) return this.#text(chunk, start, end);
    this.#keep(chunk.subarray(start, end));
    if (this.#dropping !== undefined) return this.#takeOversize(true);
    const whole = Buffer.concat(this.#parts, this.#partBytes);
    this.#forgetParts();
    return this.#text(whole, 0, whole.length);
  }

  #text(bytes: Buffer, start: number, end: number): string {
    const stop = end > start && bytes[end - 1] === RETURN ? end - 1 : end;
    const text = bytes.toString("utf8", start, stop);
    if (!this.#isFirstLine) return text;
    this.#isFirstLine = false;
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }

  #keep(part: Buffer): void {
    this.#partBytes += part.length;
    if (this.#dropping === undefined) {
      this.#addPart(part);
      if (this.#partBytes > this.#maxBytes) this.#startDropping();
    } else {
      this.#dropping.tail = lastBytes(this.#dropping.tail, part);
    }
  }

  #addPart(part: Buffer): void {
    if (part.length >= SMALL_CHUNK || this.#parts.length < MANY_PARTS) {
      this.#block = undefined;
      this.#parts.push(part);
      return;
    }
    if (this.#block === undefined || this.#blockUsed + part.length > BLOCK_BYTES) {
      this.#block = Buffer.allocUnsafe(BLOCK_BYTES);
      this.#blockUsed = 0;
      this.#parts.push(this.#block.subarray(0, 0));
    }
    part.copy(this.#block, this.#blockUsed);
    this.#blockUsed += part.length;
    this.#parts[this.#parts.length - 1] = this.#block.subarray(0, this.#blockUsed);
  }

  #startDropping(): void {
    const whole = Buffer.concat(this.#parts, this.#partBytes);
    // Copies: a view would keep the whole line alive.
    this.#dropping = {
      head: whole.toString("utf8", 0, HEAD_BYTES),
      tail: Buffer.from(whole.subarray(-TAIL_BYTES)),
    };
    this.#parts = [];
    this.#block = undefined;
  }

  #takeOversize(isComplete: boolean): OversizeLine {
    const { head, tail } = this.#dropping ?? { head: "", tail: Buffer.alloc(0) };
    const line = { bytes: this.#partBytes, head, tail: tail.toString("utf8"), isComplete };
    this.#forgetParts();
    this.#isFirstLine = false;
    return line;
  }

  #forgetParts(): void {
    this.#parts = [];
    this.#partBytes = 0;
    this.#block = undefined;
    this.#dropping = undefined;
  }
}

function lastBytes(tail: Buffer, part: Buffer): Buffer {
  if (part.length >= TAIL_BYTES) return Buffer.from(part.subarray(-TAIL_BYTES));
  return Buffer.concat([tail, part]).subarray(-TAIL_BYTES);
}
