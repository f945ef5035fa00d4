/**
 * Passes a server's stderr on line by line while it happens, for a log: cut, safe to show, and at most a few hundred
 * lines a second. What is left out is counted and said.
 */
import { StringDecoder } from "node:string_decoder";
import { cutText, toTerminalText } from "../../../util/terminal-text.ts";

const LINES_PER_SECOND = 200;
const MAX_LINE_CHARACTERS = 8 * 1024;

export class StderrLines {
  readonly #onLine: (line: string) => void;
  readonly #now: () => number;
  readonly #decoder = new StringDecoder("utf8");
  #partial = "";
  #windowStart = Number.NEGATIVE_INFINITY;
  #sentInWindow = 0;
  #leftOut = 0;

  constructor(onLine: (line: string) => void, now: () => number = performance.now.bind(performance)) {
    this.#onLine = onLine;
    this.#now = now;
  }

  push(chunk: Buffer): void {
    const lines = (this.#partial + this.#decoder.write(chunk)).split("\n");
    // A line that never ends is kept only as far as it would be shown.
    this.#partial = (lines.pop() ?? "").slice(0, MAX_LINE_CHARACTERS + 1);
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
      this.#onLine(toTerminalText(cutText(line.replace(/\r$/, ""), MAX_LINE_CHARACTERS)));
    }
    this.#sentInWindow += Math.min(room, lines.length);
    this.#leftOut += Math.max(0, lines.length - room);
  }

  #sayLeftOut(): void {
    if (this.#leftOut > 0) this.#onLine(`(${this.#leftOut} lines left out)`);
    this.#leftOut = 0;
  }
}
