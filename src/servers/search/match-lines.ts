/** The lines of one open file that match, in memory of fixed size however long its lines are. Binary files match nothing. */
import type { FileHandle } from "node:fs/promises";
import type { OpenFile } from "../files/open-file.ts";
import { MAX_WHOLE_BYTES, readRange } from "../files/read-bytes.ts";
import { decodeText } from "../files/text-encoding.ts";
import type { Pattern } from "./pattern.ts";

export interface FoundLine {
  readonly number: number;
  readonly text: string;
  /** Where the match begins; undefined for a line of context. */
  readonly column: number | undefined;
}

export interface LineSearch {
  readonly pattern: Pattern;
  /** Lines before and after each match. */
  readonly context: number;
  /** Matches to keep; further ones are only counted. */
  readonly limit: number;
  readonly isOver: () => boolean;
}

export interface FoundLines {
  /** In order, context included. */
  readonly lines: readonly FoundLine[];
  readonly count: number;
  readonly isComplete: boolean;
}

/** Small, because nothing else happens in this process while one piece is matched. */
const CHUNK = 64 * 1024;
/** The rest of a longer line is not searched. */
const MAX_LINE = 256 * 1024;
const NEWLINE = 0x0a;

export async function matchLines(file: OpenFile, search: LineSearch): Promise<FoundLines> {
  const collector = new Collector(search);
  const head = await readRange(file.handle, { offset: 0, length: 2 });
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isUtf16 && file.stats.size <= MAX_WHOLE_BYTES) {
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

const NOTHING: FoundLines = { lines: [], count: 0, isComplete: true };

class Collector {
  readonly #search: LineSearch;
  readonly #lines: FoundLine[] = [];
  #before: FoundLine[] = [];
  #number = 0;
  #count = 0;
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
    return { lines: this.#lines, count: this.#count, isComplete };
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
    if (this.#count > this.#search.limit) return;
    this.#lines.push(...this.#before, found);
    this.#before = [];
    this.#after = this.#search.context;
  }

  /** A line without a match: context of the last one, or perhaps of the next. */
  #pass(line: FoundLine): void {
    if (this.#after > 0) {
      this.#lines.push(line);
      this.#after -= 1;
      return;
    }
    this.#before.push(line);
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
