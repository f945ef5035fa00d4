/**
 * Passes a server's stderr on line by line while it happens, for a log: cut, safe to show, and at most a few hundred
 * lines a second. What is left out is counted and said.
 */
import { StringDecoder } from "node:string_decoder";
import { cutText, toTerminalText } from "../terminal-text.ts";

const LINES_PER_SECOND = 200;
const MAX_LINE_CHARACTERS = 8 * 1024;
const MAX_KEPT_CHARACTERS = 8 * MAX_LINE_CHARACTERS;

export interface StderrLinesOptions {
  /** Masks secrets, before a line is cut. */
  readonly redact?: (text: string) => string;
  readonly now?: () => number;
}

export class StderrLines {
  readonly #onLine: (line: string) => void;
  readonly #redact: (text: string) => string;
  readonly #now: () => number;
  readonly #decoder = new StringDecoder("utf8");
  #partial = "";
  #windowStart = Number.NEGATIVE_INFINITY;
  #sentInWindow = 0;
  #leftOut = 0;

  constructor(
    onLine: (line: string) => void,
    { redact = (text) => text, now = () => performance.now() }: StderrLinesOptions = {},
  ) {
    this.#onLine = onLine;
    this.#redact = redact;
    this.#now = now;
  }

  push(chunk: Buffer): void {
    const lines = (this.#partial + this.#decoder.write(chunk)).split("\n");
    // A line that never ends is kept only as far as it would be shown.
    this.#partial = (lines.pop() ?? "").slice(0, MAX_KEPT_CHARACTERS);
    if (lines.length > 0) this.#send(lines);
  }

  end(): void {
    const last = this.#partial + this.#decoder.end();
    this.#partial = "";
    if (last !== "") this.#send([last]);
    this.#sayLeftOut();
  }

  #send(lines: readonly string[]): void {
    if (this.#now() - this.#windowStart >= 1_000) {
      this.#sayLeftOut();
      this.#windowStart = this.#now();
      this.#sentInWindow = 0;
    }
    const room = Math.max(0, LINES_PER_SECOND - this.#sentInWindow);
    for (const line of lines.slice(0, room)) {
      const masked = this.#redact(line.slice(0, MAX_KEPT_CHARACTERS).replace(/\r$/, ""));
      this.#onLine(toTerminalText(cutText(masked, MAX_LINE_CHARACTERS)));
    }
    this.#sentInWindow += Math.min(room, lines.length);
    this.#leftOut += Math.max(0, lines.length - room);
  }

  #sayLeftOut(): void {
    if (this.#leftOut > 0) this.#onLine(`(${this.#leftOut} lines left out)`);
    this.#leftOut = 0;
  }
}
