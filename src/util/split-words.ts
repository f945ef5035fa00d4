/**
 * Splits a command line into words as a POSIX shell does, and writes words as a command line. Nothing is ever expanded
 * or run: `$HOME`, `*`, `~`, backticks, `|`, `;` and `#` are ordinary characters here.
 */
import { TackleError } from "../errors.ts";

/** The words of a command line; throws a usage error that names the column where a quote was left open. */
export function splitWords(commandLine: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let place = 0;
  while (place < commandLine.length) {
    const character = commandLine.charAt(place);
    if (BLANK.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      place += 1;
      continue;
    }
    const piece = readPiece(commandLine, place);
    // A continued line neither starts nor ends a word; an empty pair of quotes is a word.
    if (piece.text !== undefined) word = (word ?? "") + piece.text;
    place = piece.end;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** The words as one line that a shell (bash, zsh) would read back to the same words; nothing invisible stays in it. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word, index) => quoteWord(word, index === 0)).join(" ");
}

const BLANK = /[ \t\n]/;

interface Piece {
  /** What it adds to the word; undefined for a continued line. */
  readonly text: string | undefined;
  readonly end: number;
}

function readPiece(line: string, start: number): Piece {
  switch (line.charAt(start)) {
    case "'":
      return readSingleQuoted(line, start);
    case '"':
      return readDoubleQuoted(line, start);
    case "\\":
      return readEscaped(line, start);
    default: {
      PLAIN.lastIndex = start;
      const text = PLAIN.exec(line)?.[0] ?? line.charAt(start);
      return { text, end: start + text.length };
    }
  }
}

const PLAIN = /[^ \t\n'"\\]+/y;

function readSingleQuoted(line: string, start: number): Piece {
  const end = line.indexOf("'", start + 1);
  if (end < 0) throw unfinished(line, start, "the single quote is not closed");
  return { text: line.slice(start + 1, end), end: end + 1 };
}

function readEscaped(line: string, start: number): Piece {
  if (start + 1 >= line.length) throw unfinished(line, start, "the backslash at the end escapes nothing");
  const escaped = String.fromCodePoint(line.codePointAt(start + 1) ?? 0);
  return { text: escaped === "\n" ? undefined : escaped, end: start + 1 + escaped.length };
}

function readDoubleQuoted(line: string, start: number): Piece {
  const parts: string[] = [];
  for (let place = start + 1; ;) {
    DOUBLE_QUOTED_STOP.lastIndex = place;
    const stop = DOUBLE_QUOTED_STOP.exec(line)?.index;
    if (stop === undefined) throw unfinished(line, start, "the double quote is not closed");
    parts.push(line.slice(place, stop));
    if (line[stop] === '"') return { text: parts.join(""), end: stop + 1 };
    const next = line.charAt(stop + 1);
    // Only these lose their backslash between double quotes; before anything else it stays.
    if ('$`"\\'.includes(next)) parts.push(next);
    else if (next !== "\n") parts.push("\\", next);
    place = stop + 2;
  }
}

const DOUBLE_QUOTED_STOP = /["\\]/g;

function unfinished(line: string, start: number, problem: string): TackleError {
  return new TackleError({
    code: "usage",
    message: `Cannot split the command line into words: ${problem} (column ${start + 1} of ${line.length}).`,
    hint: "Close the quote, or write a backslash before a quote or backslash that is meant literally.",
  });
}

const NEEDS_NO_QUOTES = /^[\w@%+=:,./-]+$/;

/** Controls, and what a terminal shows as nothing or as something else. Inside, for its classes are dear at the start. */
function hasInvisible(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

function quoteWord(word: string, isFirst: boolean): string {
  // A first word with `=` would be read as an assignment.
  if (NEEDS_NO_QUOTES.test(word) && !(isFirst && word.includes("="))) return word;
  if (!hasInvisible(word)) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${Array.from(word, showCharacter).join("")}'`;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", String.raw`\n`],
  ["\r", String.raw`\r`],
  ["\t", String.raw`\t`],
  ["\u001b", String.raw`\e`],
  ["'", String.raw`\'`],
  ["\\", String.raw`\\`],
]);

function showCharacter(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  if (!hasInvisible(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}
