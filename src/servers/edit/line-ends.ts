/**
 * Texts with CRLF, LF or both: matched as if all line breaks were LF, since that is how models write them, and changed without
 * touching any line break outside of the change.
 */
export interface PlainLines {
  /** With LF alone. */
  readonly text: string;
  /** A place in `text` → the same place in the original. */
  toOriginal(offset: number): number;
}

export function withPlainLines(original: string): PlainLines {
  if (!original.includes("\r\n")) return { text: original, toOriginal: (offset) => offset };
  /** Where, in the plain text, a line break stands that was CRLF. */
  const breaks: number[] = [];
  for (let at = original.indexOf("\r\n"); at !== -1; at = original.indexOf("\r\n", at + 2))
    breaks.push(at - breaks.length);
  return { text: toPlainLines(original), toOriginal: (offset) => offset + countBelow(breaks, offset) };
}

export function toPlainLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The text with the line break that its surroundings have. */
export function withLineBreak(text: string, lineBreak: string): string {
  const plain = toPlainLines(text);
  return lineBreak === "\n" ? plain : plain.replaceAll("\n", lineBreak);
}

/** The line break that most lines of a text have; LF where there is none. */
export function usualLineBreak(text: string): "\n" | "\r\n" {
  const pairs = countOf(text, "\r\n");
  return pairs > countOf(text, "\n") - pairs ? "\r\n" : "\n";
}

export function firstLineBreak(text: string): "\n" | "\r\n" | undefined {
  const at = text.indexOf("\n");
  if (at === -1) return undefined;
  return text[at - 1] === "\r" ? "\r\n" : "\n";
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** How many of the sorted numbers are smaller. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
