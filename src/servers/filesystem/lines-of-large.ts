/** A range of lines of a file that is too large to be read whole: found by its line breaks, in memory of fixed size. */
import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { readRange } from "../files/read-bytes.ts";
import type { LineRange, Lines } from "./lines-of.ts";

const CHUNK = 1024 * 1024;
const MAX_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** Undefined where the range is not UTF-8 text. The number of all lines is not known: nobody counts to the end. */
export async function linesOfLarge(
  handle: FileHandle,
  { first, last }: LineRange,
): Promise<Omit<Lines, "total"> | undefined> {
  const start = await offsetOfLine(handle, first);
  if (start === undefined) return { text: "", first, last: first - 1, next: undefined };
  const bytes = await readRange(handle, { offset: start, length: MAX_BYTES });
  const { shown, last: lastShown, isCut } = cutToRange(bytes, { first, last });
  if (shown.includes(0) || !isUtf8(shown)) return undefined;
  return { text: shown.toString("utf8"), first, last: lastShown, next: isCut ? lastShown + 1 : undefined };
}

function cutToRange(
  bytes: Buffer,
  { first, last }: LineRange,
): { shown: Buffer; last: number; isCut: boolean } {
  const { end, lines } = endOfLine(bytes, last - first + 1);
  const lastWhole = first + lines - 1;
  if (lastWhole === last) return { shown: bytes.subarray(0, end), last, isCut: false };
  if (bytes.length < MAX_BYTES) {
    // The end of the file, with or without a line break.
    return { shown: bytes, last: end < bytes.length ? lastWhole + 1 : lastWhole, isCut: false };
  }
  if (lines > 0) return { shown: bytes.subarray(0, end), last: lastWhole, isCut: true };
  return { shown: bytes.subarray(0, withoutHalfCharacter(bytes)), last: first, isCut: true };
}

async function offsetOfLine(handle: FileHandle, line: number): Promise<number | undefined> {
  let missing = line - 1;
  for (let offset = 0; missing > 0; offset += CHUNK) {
    const bytes = await readRange(handle, { offset, length: CHUNK });
    const { end, lines } = endOfLine(bytes, missing);
    missing -= lines;
    if (missing === 0) return offset + end;
    if (bytes.length < CHUNK) return undefined;
  }
  return 0;
}

/** The end of the n-th line, or of the last one that ends in these bytes. */
function endOfLine(bytes: Buffer, wanted: number): { end: number; lines: number } {
  let end = 0;
  let lines = 0;
  while (lines < wanted) {
    const at = bytes.indexOf(NEWLINE, end);
    if (at === -1) break;
    end = at + 1;
    lines += 1;
  }
  return { end, lines };
}

/** UTF-8 marks every byte that goes on with a character. */
function withoutHalfCharacter(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end > 0 && (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length;
}
