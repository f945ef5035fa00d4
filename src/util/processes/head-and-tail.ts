/**
 * The beginning and the end of a stream of bytes of any length, in bounded memory, with the count of what was cut
 * between them. Never cuts a UTF-8 character in two.
 */

export interface KeptBytes {
  readonly head: number;
  /** 0 keeps only the head. */
  readonly tail: number;
}

export interface KeptText {
  /** The whole, or head and tail with a line between them that says how much is missing. */
  readonly text: string;
  /** Only the beginning, without any remark; all of it when nothing was cut. */
  readonly head: string;
  readonly totalBytes: number;
  readonly cutBytes: number;
}

export class HeadAndTail {
  readonly #sizes: KeptBytes;
  readonly #head: Buffer[] = [];
  #headUsed = 0;
  /** A ring, allocated when the head is full. */
  #ring: Buffer | undefined;
  #ringEnd = 0;
  #ringUsed = 0;
  #total = 0;

  constructor(sizes: KeptBytes) {
    this.#sizes = sizes;
  }

  get totalBytes(): number {
    return this.#total;
  }

  /** Whether something had to be dropped. */
  get isCut(): boolean {
    return this.#total > this.#headUsed + this.#ringUsed;
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length;
    const room = this.#sizes.head - this.#headUsed;
    if (room > 0) {
      // Copied, because a small view would keep the whole chunk of the stream alive.
      const part = Buffer.from(chunk.subarray(0, room));
      this.#head.push(part);
      this.#headUsed += part.length;
    }
    if (chunk.length > room && this.#sizes.tail > 0) this.#pushToRing(chunk.subarray(Math.max(0, room)));
  }

  #pushToRing(chunk: Buffer): void {
    this.#ring ??= Buffer.allocUnsafe(this.#sizes.tail);
    const ring = this.#ring;
    const part = chunk.subarray(-ring.length);
    const first = Math.min(part.length, ring.length - this.#ringEnd);
    part.copy(ring, this.#ringEnd, 0, first);
    part.copy(ring, 0, first);
    this.#ringEnd = (this.#ringEnd + part.length) % ring.length;
    this.#ringUsed = Math.min(this.#ringUsed + part.length, ring.length);
  }

  /** Bytes that are not UTF-8 become U+FFFD. */
  read(): KeptText {
    const totalBytes = this.#total;
    const head = Buffer.concat(this.#head);
    const tail = this.#tail();
    if (!this.isCut) {
      const text = Buffer.concat([head, tail]).toString("utf8");
      return { text, head: text, totalBytes, cutBytes: 0 };
    }
    const start = head.subarray(0, endOfWhole(head));
    const end = tail.subarray(startOfWhole(tail));
    const cutBytes = totalBytes - start.length - end.length;
    const beginning = start.toString("utf8");
    const text = `${beginning}\n[… ${cutBytes} bytes cut …]\n${end.toString("utf8")}`;
    return { text, head: beginning, totalBytes, cutBytes };
  }

  #tail(): Buffer {
    if (this.#ring === undefined) return Buffer.alloc(0);
    const start = this.#ringEnd - this.#ringUsed;
    if (start >= 0) return this.#ring.subarray(start, this.#ringEnd);
    return Buffer.concat([this.#ring.subarray(start), this.#ring.subarray(0, this.#ringEnd)]);
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Where the last character begins, if it may lack its end; else the length. */
function endOfWhole(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Behind the rest of a character whose beginning was cut. */
function startOfWhole(bytes: Buffer): number {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return start;
}
