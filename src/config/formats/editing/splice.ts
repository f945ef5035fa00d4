/**
 * Changes to a text as a list of replaced ranges, and the few questions about lines that every format asks. Nothing
 * outside a range can change.
 */

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The text with all ranges replaced. Ranges must not overlap; those at one place keep their order. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((left, right) => left.start - right.start);
  let result = "";
  let from = 0;
  for (const splice of ordered) {
    if (splice.start < from) throw new RangeError("two changes overlap");
    result += text.slice(from, splice.start) + splice.text;
    from = splice.end;
  }
  return result + text.slice(from);
}

export function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

export function deletion(start: number, end: number): Splice {
  return { start, end, text: "" };
}

/** The line ending that the text uses; LF for a text of one line. */
export function lineEnding(text: string): string {
  const at = text.indexOf("\n");
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** Where the line of this offset begins. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the content of the line of this offset ends, before its CRLF or LF. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  if (at === -1) return text.length;
  return at > offset && text[at - 1] === "\r" ? at - 1 : at;
}

/** Where the line after the line of this offset begins, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  return at === -1 ? text.length : at + 1;
}

/** The blank space at the begin of the line of this offset. */
export function indentOf(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, skipBlanks(text, start));
}

/** Whether only blank space stands before this offset on its line. */
export function isFirstOnLine(text: string, offset: number): boolean {
  return skipBlanks(text, lineStart(text, offset)) >= offset;
}

/** The offset after spaces and tabs. */
export function skipBlanks(text: string, offset: number): number {
  let at = offset;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

/** The offset before spaces and tabs. */
export function skipBlanksBack(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && (text[at - 1] === " " || text[at - 1] === "\t")) at -= 1;
  return at;
}

/** Deletes whole lines; a text that ends without a line ending still does so afterwards. */
export function lineDeletion(text: string, start: number, end: number): Splice {
  const reachesEnd = end === text.length && !text.endsWith("\n");
  return deletion(reachesEnd && start > 0 ? lineEnd(text, lineStart(text, start - 1)) : start, end);
}

/** Where the last line before this offset ends, without its CRLF or LF. */
export function beforeLineEnding(text: string, offset: number): number {
  if (text[offset - 1] !== "\n") return offset;
  return text[offset - 2] === "\r" ? offset - 2 : offset - 1;
}

/** Puts whole lines, given without a line ending at their end, before the line that begins at this offset. */
export function lineInsertion(text: string, at: number, lines: string): Splice {
  const eol = lineEnding(text);
  return insertion(at, at > 0 && text[at - 1] !== "\n" ? eol + lines : lines + eol);
}
