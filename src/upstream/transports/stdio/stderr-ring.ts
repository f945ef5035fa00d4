/**
 * The last part of what a server wrote to stderr. Bytes go into a ring and are split into lines only when someone
 * looks, so that a flood costs a copy and nothing more. The text is a stranger's: show `tail`, keep `rawTail` internal.
 */
import { cutText, toTerminalText } from "../../../util/terminal-text.ts";

const MAX_BYTES = 256 * 1024;
const FIRST_BYTES = 4 * 1024;
const MAX_LINES = 500;
const MAX_LINE_CHARACTERS = 8 * 1024;

export class StderrRing {
  #ring = Buffer.alloc(0);
  #end = 0;
  #used = 0;
  #total = 0;

  /** Bytes received in all, kept or not. */
  get totalBytes(): number {
    return this.#total;
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length;
    const part = chunk.length > MAX_BYTES ? chunk.subarray(-MAX_BYTES) : chunk;
    this.#makeRoom(part.length);
    const first = Math.min(part.length, this.#ring.length - this.#end);
    part.copy(this.#ring, this.#end, 0, first);
    part.copy(this.#ring, 0, first);
    this.#end = (this.#end + part.length) % this.#ring.length;
    this.#used = Math.min(this.#used + part.length, this.#ring.length);
  }

  /** The last lines, each safe to show and on one line. Not redacted: that is for whoever knows the secrets. */
  tail(lines: number = MAX_LINES): string[] {
    return this.rawTail(lines).map((line) => toTerminalText(line));
  }

  /** The last lines as the server wrote them, cut to 8 Ki characters each, terminal escapes and all. */
  rawTail(lines: number = MAX_LINES): string[] {
    const all = this.#bytes().toString("utf8").split("\n");
    if (all.at(-1) === "") all.pop();
    // The oldest line has lost its beginning once the ring has been overwritten.
    if (this.#total > this.#used) all.shift();
    const wanted = Math.min(lines, MAX_LINES);
    return wanted > 0
      ? all.slice(-wanted).map((line) => cutText(line.replace(/\r$/, ""), MAX_LINE_CHARACTERS))
      : [];
  }

  /** Most servers say a few lines: the ring starts small and doubles up to its limit. */
  #makeRoom(bytes: number): void {
    const needed = this.#used + bytes;
    if (needed <= this.#ring.length || this.#ring.length === MAX_BYTES) return;
    const size = Math.min(MAX_BYTES, Math.max(FIRST_BYTES, 2 ** Math.ceil(Math.log2(needed))));
    const larger = Buffer.alloc(size);
    this.#bytes().copy(larger);
    this.#ring = larger;
    this.#end = this.#used % size;
  }

  #bytes(): Buffer {
    const start = this.#end - this.#used;
    if (start >= 0) return this.#ring.subarray(start, this.#end);
    return Buffer.concat([this.#ring.subarray(start), this.#ring.subarray(0, this.#end)]);
  }
}
