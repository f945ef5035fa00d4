/** The lines of one open file that match, in memory of fixed size however long its lines are. Binary files match nothing. */
import type { FileHandle } from "node:fs/promises";
import type { OpenFile } from "../files/open-file.ts";
import { MAX_WHOLE_BYTES, readRange } from "../files/read-bytes.ts";
import { decodeText } from "../files/text-encoding.ts";
import type { Pattern } from "./pattern.ts";
import { shortenLine, type FoundLine } from "./shorten-line.ts";

export interface LineSearch {
  readonly pattern: Pattern;
  /** Lines before and after each match. */
  readonly context: number;
  /** Matches to keep, and characters; further ones are only counted. */
  readonly limit: number;
  readonly characters: number;
  readonly isOver: () => boolean;
}

export interface FoundLines {
  /** In order, context included. */
  readonly lines: readonly FoundLine[];
  readonly count: number;
  /** How many of the matches are among the lines. */
  readonly shown: number;
  readonly isComplete: boolean;
}

/** Small, because nothing else happens in this process while one piece is matched. */
const CHUNK = 64 * 1024;
/** The rest of a longer line is not searched. */
const MAX_LINE = 256 * 1024;
const NEWLINE = 0x0a;

export async function matchLines(file: OpenFile, search: LineSearch): Promise<FoundLines> {
  const collector = new Collector(search);
  if (file.stats.size <= MAX_WHOLE_BYTES && (await isUtf16(file.handle))) {
    const decoded = decodeText(await readRange(file.handle, { offset: 0, length: file.stats.size }));
    collector.add(decoded?.text ?? "");
    return collector.result(true);
  }
  for await (const lines of wholeLines(file.handle)) {
    if (lines === "binary") return NOTHING;
    if (search.isOver()) return collector.result(false);
    collector.add(lines);
  }
  return collector.result(true);
}

/** By its byte order mark; such text is full of zeros. */
export async function isUtf16(handle: FileHandle): Promise<boolean> {
  const [first, second] = await readRange(handle, { offset: 0, length: 2 });
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

const NOTHING: FoundLines = { lines: [], count: 0, shown: 0, isComplete: true };

class Collector {
  readonly #search: LineSearch;
  readonly #lines: FoundLine[] = [];
  #before: FoundLine[] = [];
  #number = 0;
  #count = 0;
  #shown = 0;
  #characters = 0;
  #after = 0;

  constructor(search: LineSearch) {
    this.#search = search;
  }

  /** Whole lines, with or without a line break at the end of the last. */
  add(text: string): void {
    if (text === "") return;
    const plain = text.replaceAll("\r\n", "\n");
    const mayMatch = this.#search.pattern.mayMatch(plain);
    const lines = plain.split("\n");
    if (plain.endsWith("\n")) lines.pop();
    if (!mayMatch && this.#after === 0) {
      // Only what may be context of the next match is looked at.
      const { context } = this.#search;
      const last = context === 0 ? [] : lines.slice(-context);
      this.#number += lines.length - last.length;
      for (const line of last) this.#pass({ number: ++this.#number, text: line, column: undefined });
      return;
    }
    for (const line of lines) this.#line(line);
  }

  result(isComplete: boolean): FoundLines {
    return { lines: this.#lines, count: this.#count, shown: this.#shown, isComplete };
  }

  #line(line: string): void {
    this.#number += 1;
    const column = this.#search.pattern.find(line);
    const found = { number: this.#number, text: line, column };
    if (column === undefined) {
      this.#pass(found);
      return;
    }
    this.#count += 1;
    const { limit, characters, context } = this.#search;
    if (this.#shown >= limit || this.#characters >= characters) return;
    this.#shown += 1;
    for (const one of [...this.#before, found]) this.#keep(one);
    this.#before = [];
    this.#after = context;
  }

  /** Short from the start: a thousand lines of a minified file would not fit into memory. */
  #keep(line: FoundLine): void {
    const short = shortenLine(line);
    this.#lines.push(short);
    this.#characters += short.text.length;
  }

  /** A line without a match: context of the last one, or perhaps of the next. */
  #pass(line: FoundLine): void {
    if (this.#after > 0) {
      this.#keep(line);
      this.#after -= 1;
      return;
    }
    this.#before.push(shortenLine(line));
    if (this.#before.length > this.#search.context) this.#before.shift();
  }
}

/** Pieces of whole lines; a line that is too long is cut. */
async function* wholeLines(handle: FileHandle): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let isCutting = false;
  let isFirst = true;
  for (let offset = 0; ; offset += CHUNK) {
    let bytes = await readRange(handle, { offset, length: CHUNK });
    const isLast = bytes.length < CHUNK;
    if (bytes.includes(0)) {
      yield "binary";
      return;
    }
    if (isCutting) {
      const end = bytes.indexOf(NEWLINE);
      bytes = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1);
      isCutting = end === -1;
    }
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (isLast || end > 0) {
      yield textOf(isLast ? all : all.subarray(0, end), isFirst);
      [rest, isFirst] = [Buffer.from(isLast ? [] : all.subarray(end)), false];
    } else if (all.length > MAX_LINE) {
      yield textOf(all.subarray(0, MAX_LINE), isFirst);
      [rest, isFirst, isCutting] = [Buffer.alloc(0), false, true];
    } else rest = all;
    if (isLast) return;
  }
}

/** Without the byte order mark that may begin a file. */
function textOf(bytes: Buffer, isFirst: boolean): string {
  const text = bytes.toString("utf8");
  return isFirst ? text.replace(/^\uFEFF/, "") : text;
}
