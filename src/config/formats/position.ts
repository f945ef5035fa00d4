/** Turns offsets into lines and columns. Built once per text, so that locating every node of a file stays cheap. */
import type { Position } from "./node.ts";

/** Where a problem of a whole file is said to be. */
export const FILE_START: Position = { line: 1, column: 1, offset: 0 };

export type Locate = (offset: number) => Position;

/** A function that gives the position of any offset of this text; lines end with LF or CRLF. */
export function locateIn(text: string): Locate {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset };
  };
}
