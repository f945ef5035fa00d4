/**
 * Watches an event stream byte by byte before the SDK parses it: cuts it when one event grows past its limit, clamps
 * `retry:`, and drops an `id:` that could not be sent back as a header. Everything else passes untouched and uncopied.
 * The result must not depend on how the bytes were cut into chunks.
 */

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const LETTER_I = 0x69;
const LETTER_R = 0x72;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** `id:` and `retry:` lines are held back until complete; longer ones are of no use to anybody. */
const MAX_HELD_BYTES = 512;
const SHORTEST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

/** What an unusable line is replaced by: an empty comment, since an empty line would end the event. */
const EMPTY_COMMENT = Buffer.from(":");

export class EventTooLarge extends Error {}

type Line =
  | "start" // nothing of this line seen yet
  | "field" // data, event and unknown fields: counted and passed on
  | "comment" // passed on; parsers do not keep it, so it does not count for the event
  | "held" // starts like `id` or `retry`: kept until its end
  | "dropped"; // a held line that grew too long

export class EventGuard {
  readonly #maxEventBytes: number;
  #line: Line = "start";
  #lineBytes = 0;
  #eventBytes = 0;
  #held: number[] = [];
  #afterCarriageReturn = false;
  /** How much of a byte order mark was skipped; undefined once the first real byte came. */
  #markSeen: number | undefined = 0;

  constructor(maxEventBytes: number) {
    this.#maxEventBytes = maxEventBytes;
  }

  /** The parts of `chunk` that may be parsed, in order. Throws {@link EventTooLarge}. */
  push(chunk: Uint8Array): Uint8Array[] {
    const parts: Uint8Array[] = [];
    let passFrom = 0; // start of the bytes that can be passed on as they are
    const passUntil = (end: number, next: number): void => {
      if (end > passFrom) parts.push(chunk.subarray(passFrom, end));
      passFrom = next;
    };
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#isByteOrderMark(byte)) {
        passUntil(at, at + 1);
      } else if (byte === LF || byte === CR) {
        const replacement = this.#endLine(byte);
        if (replacement === undefined) continue;
        passUntil(at, at);
        parts.push(replacement);
      } else if (!this.#passes(byte)) {
        passUntil(at, at + 1);
      }
    }
    passUntil(chunk.length, chunk.length);
    return parts;
  }

  #isByteOrderMark(byte: number): boolean {
    if (this.#markSeen === undefined) return false;
    if (byte === BYTE_ORDER_MARK[this.#markSeen]) {
      this.#markSeen += 1;
      return true;
    }
    this.#markSeen = undefined;
    return false;
  }

  /** Ends a line; returns what must stand before its line end if the line itself was held back. */
  #endLine(byte: number): Uint8Array | undefined {
    const endsPair = byte === LF && this.#afterCarriageReturn;
    this.#afterCarriageReturn = byte === CR;
    if (endsPair) return undefined;
    const line = this.#line;
    const held = this.#held;
    if (line === "start") this.#eventBytes = 0;
    this.#line = "start";
    this.#lineBytes = 0;
    this.#held = [];
    if (line === "held") return rewriteHeldLine(held);
    return line === "dropped" ? EMPTY_COMMENT : undefined;
  }

  /** Counts one byte inside a line; false when it is held back. */
  #passes(byte: number): boolean {
    this.#afterCarriageReturn = false;
    if (this.#line === "start") this.#line = kindOfLine(byte);
    this.#lineBytes += 1;
    if (this.#line === "field") this.#eventBytes += 1;
    if (this.#lineBytes > this.#maxEventBytes || this.#eventBytes > this.#maxEventBytes) {
      throw new EventTooLarge(`one event has more than ${this.#maxEventBytes} bytes`);
    }
    if (this.#line === "held") {
      this.#held.push(byte);
      if (this.#held.length > MAX_HELD_BYTES) this.#line = "dropped";
      return false;
    }
    return this.#line !== "dropped";
  }
}

function kindOfLine(firstByte: number): Line {
  if (firstByte === COLON) return "comment";
  return firstByte === LETTER_I || firstByte === LETTER_R ? "held" : "field";
}

function rewriteHeldLine(bytes: readonly number[]): Uint8Array {
  const line = Buffer.from(bytes);
  const text = line.toString("latin1");
  if (/^id(?::[\x20-\x7e]*)?$/.test(text)) return line;
  const retry = /^retry: ?(\d{1,15})$/.exec(text)?.[1];
  if (retry === undefined) return EMPTY_COMMENT;
  const clamped = Math.min(Math.max(Number(retry), SHORTEST_RETRY_MS), LONGEST_RETRY_MS);
  return Buffer.from(`retry: ${clamped}`);
}
