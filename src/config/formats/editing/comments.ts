/**
 * Comments, as far as edits must see them: what to skip between two tokens, and which comment belongs to an entry that
 * is removed. The rule for the latter: the comment on the entry's own line always goes; the comment lines directly
 * above go only when the entry stands alone under them, that is when the next line is blank, another comment, or
 * the end of the map or list. Otherwise they may speak for the entries below too, and stay. A comment that begins on
 * the first line of a file speaks for the file and always stays.
 */
import { isFirstOnLine, lineEnd, lineStart, nextLine, skipBlanks } from "./splice.ts";

export interface CommentSyntax {
  /** Where the comment that begins at this offset ends, or undefined when none begins here. */
  endOfComment(text: string, offset: number): number | undefined;
}

export const HASH_COMMENTS: CommentSyntax = {
  endOfComment: (text, offset) => (text[offset] === "#" ? lineEnd(text, offset) : undefined),
};

export const SLASH_COMMENTS: CommentSyntax = {
  endOfComment(text, offset) {
    if (text.startsWith("//", offset)) return lineEnd(text, offset);
    if (!text.startsWith("/*", offset)) return undefined;
    const end = text.indexOf("*/", offset + 2);
    return end === -1 ? text.length : end + 2;
  },
};

/** The next offset that is neither blank space nor in a comment. */
export function skipTrivia(text: string, offset: number, syntax: CommentSyntax): number {
  let at = offset;
  for (;;) {
    while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at += 1;
    const end = syntax.endOfComment(text, at);
    if (end === undefined) return at;
    at = end;
  }
}

/** The end of the line when only blanks and comments follow this offset on it; else undefined. */
export function endOfTrailingComment(
  text: string,
  offset: number,
  syntax: CommentSyntax,
): number | undefined {
  let at = offset;
  for (;;) {
    at = skipBlanks(text, at);
    if (at === text.length || at === lineEnd(text, at)) return at;
    const end = syntax.endOfComment(text, at);
    if (end === undefined) return undefined;
    at = end;
  }
}

export interface RemovedLines {
  readonly text: string;
  readonly syntax: CommentSyntax;
  /** Where the first line of the entry begins. */
  readonly start: number;
  /** Where the line after the entry begins. */
  readonly end: number;
  /** Nothing before this offset can be a comment of the entry: here ends what stands before it. */
  readonly floor: number;
  /** Whether the map or list ends with this entry, so that the next line belongs to something else. */
  readonly isLast: boolean;
}

/** Where the removal of these lines begins: above the comment lines that belong to them. */
export function startWithComments(lines: RemovedLines): number {
  const { text, syntax, end, isLast } = lines;
  const next = skipBlanks(text, end);
  const standsAlone =
    isLast ||
    next === lineEnd(text, next) ||
    syntax.endOfComment(text, next) !== undefined ||
    next >= text.length;
  return standsAlone ? aboveComments(lines) : lines.start;
}

/** The begin of the comment lines that stand directly above a line. */
export function aboveComments({
  text,
  syntax,
  start,
  floor,
}: Pick<RemovedLines, "text" | "syntax" | "start" | "floor">): number {
  let from = start;
  while (from > floor) {
    const line = lineStart(text, from - 1);
    const comment = skipBlanks(text, line);
    const end =
      line >= floor && isFirstOnLine(text, comment) ? syntax.endOfComment(text, comment) : undefined;
    if (end === undefined || nextLine(text, end) !== from) break;
    from = line;
  }
  return from === 0 ? start : from;
}
