/**
 * The hunks of a patch on one text, without any fuzz: every line that a hunk names must be there exactly. A hunk may stand at
 * another line than it says, but only where there is no doubt which place is meant.
 */
import type { StructuredPatchHunk } from "diff";
import { TackleError } from "../../errors.ts";
import { cutText } from "../../util/terminal-text.ts";
import { usualLineBreak } from "./line-ends.ts";

interface Line {
  readonly content: string;
  /** Empty for the last line of a text that ends without a line break. */
  readonly end: string;
}

export function applyHunks(text: string, hunks: readonly StructuredPatchHunk[], path: string): string {
  const lines = linesOf(text);
  const result: Line[] = [];
  let done = 0;
  let drift = 0;
  for (const [index, hunk] of hunks.entries()) {
    const expected = hunk.oldStart - 1 + drift;
    const old = expectedLines(hunk);
    const place = {
      name: `Hunk ${index + 1} of ${hunks.length} (${headerOf(hunk)}) does not fit ${path}`,
      lines,
      old,
    };
    const at = findPosition({ ...place, expected, from: done });
    result.push(...lines.slice(done, at), ...newLines(hunk, { lines, at, lineBreak: usualLineBreak(text) }));
    done = at + old.length;
    drift += at - expected;
  }
  return joined([...result, ...lines.slice(done)], usualLineBreak(text));
}

interface HunkPlace {
  /** How a message about the hunk begins. */
  readonly name: string;
  readonly lines: readonly Line[];
  readonly old: readonly string[];
  /** Where the hunk says it is. */
  readonly expected: number;
  /** Hunks come in order. */
  readonly from: number;
}

function findPosition({ name, lines, old, expected, from }: HunkPlace): number {
  const fits = (at: number): boolean =>
    old.every((content, index) => isSameLine(lines[at + index]?.content, content));
  if (expected >= from && expected <= lines.length && fits(expected)) return expected;
  if (old.length === 0) throw misfit(name, `there are only ${lines.length} lines`);
  const places: number[] = [];
  for (let at = from; at + old.length <= lines.length && places.length < 3; at += 1)
    if (fits(at)) places.push(at);
  const [only, another] = places;
  if (only !== undefined && another === undefined) return only;
  if (only !== undefined)
    throw misfit(name, `its lines are not at line ${expected + 1}, but at several others`);
  const wrong = old.findIndex((content, index) => !isSameLine(lines[expected + index]?.content, content));
  const found = lines[expected + wrong]?.content;
  const there = found === undefined ? "the file has ended" : `the file has ${quoted(found)}`;
  throw misfit(name, `at line ${expected + wrong + 1} it expects ${quoted(old[wrong] ?? "")}, but ${there}`);
}

interface HunkSurroundings {
  readonly lines: readonly Line[];
  readonly at: number;
  readonly lineBreak: string;
}

/** Context lines stay as they are in the file; new ones end as those around them do. */
function newLines(hunk: StructuredPatchHunk, { lines, at, lineBreak }: HunkSurroundings): Line[] {
  const own = lines[at]?.end;
  const end = own === undefined || own === "" ? lineBreak : own;
  const result: Line[] = [];
  let old = at;
  let last = "";
  let isMarked = false;
  for (const line of hunk.lines) {
    const kind = line[0] ?? " ";
    if (kind === "\\") {
      isMarked = true;
      // "No newline at end of file": of the line before it.
      const before = result.at(-1);
      if (last !== "-" && before !== undefined) result[result.length - 1] = { ...before, end: "" };
      continue;
    }
    if (kind === "+") result.push({ content: plain(line), end });
    else if (kind === " ") result.push(lines[old] ?? { content: plain(line), end });
    if (kind !== "+") old += 1;
    last = kind;
  }
  const isAtEnd = old === lines.length && lines.at(-1)?.end === "";
  const final = result.at(-1);
  // A patch that does not speak of the end of the file leaves it as it is.
  if (isAtEnd && !isMarked && final !== undefined) result[result.length - 1] = { ...final, end: "" };
  return result;
}

function joined(lines: readonly Line[], lineBreak: string): string {
  const last = lines.length - 1;
  return lines
    .map(({ content, end }, index) => content + (end === "" && index < last ? lineBreak : end))
    .join("");
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const at = text.indexOf("\n", start);
    const next = at === -1 ? text.length : at + 1;
    const end = at === -1 ? "" : text[at - 1] === "\r" && at > start ? "\r\n" : "\n";
    lines.push({ content: text.slice(start, next - end.length), end });
    start = next;
  }
  return lines;
}

/** The lines that a hunk expects to find. */
function expectedLines(hunk: StructuredPatchHunk): string[] {
  return hunk.lines
    .filter((line) => line[0] === "-" || line[0] === " " || line === "")
    .map((line) => line.slice(1));
}

/** A patch of a file with CRLF has the CR at the end of its lines, or, made by a model, has not. */
function isSameLine(found: string | undefined, wanted: string): boolean {
  return found === wanted || (wanted.endsWith("\r") && found === wanted.slice(0, -1));
}

function plain(line: string): string {
  return line.slice(1).replace(/\r$/, "");
}

function headerOf({ oldStart, oldLines, newStart, newLines: added }: StructuredPatchHunk): string {
  return `@@ -${oldLines === 0 ? oldStart - 1 : oldStart},${oldLines} +${added === 0 ? newStart - 1 : newStart},${added} @@`;
}

function quoted(line: string): string {
  return JSON.stringify(cutText(line, 120));
}

function misfit(name: string, why: string): TackleError {
  const hint = "Read the file again and make the patch for what stands there.";
  return new TackleError({ code: "conflict", message: `${name}: ${why}`, hint });
}
