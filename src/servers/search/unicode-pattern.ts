/**
 * A pattern as ripgrep's engine reads it, for RE2: `\w`, `\d`, `\s` and `\b` there know the letters, digits, spaces and words of
 * all scripts, in RE2 only those of ASCII.
 */
import { patternTokens, type PatternToken } from "./pattern-tokens.ts";

export interface UnicodePattern {
  /** With ASCII's edges of words: right for text in ASCII. */
  readonly plain: string;
  /** Without them: matches more. The same as `plain` where there are none. */
  readonly loose: string;
  /** For a text with marks (`markWords`); undefined where there are no edges of words to look for. */
  readonly marked: string | undefined;
}

/** Marks between characters; no text has these, as Unicode says of them. */
const EDGE = "\u{FDD0}";
const NO_EDGE = "\u{FDD1}";
const MARKS = String.raw`[\x{FDD0}\x{FDD1}]`;

/** UTS #18, Annex C, as Rust's regex has it. */
const WORD = String.raw`\x{200C}\x{200D}\p{Alphabetic}\p{M}\p{Nd}\p{Pc}`;
const MEMBERS: Readonly<Record<string, string>> = {
  w: WORD,
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  s: String.raw`\p{White_Space}`,
  S: String.raw`\P{White_Space}`,
};
const IS_WORD = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;

/** Undefined where the pattern means the same in RE2 as it stands. */
export function toUnicodePattern(pattern: string): UnicodePattern | undefined {
  if (!/\\[wWdDsSbB]/.test(pattern)) return undefined;
  const tokens = [...patternTokens(pattern)].map((token): PatternToken => ({
    ...token,
    text: withUnicodeClasses(token),
  }));
  const write = (text: (token: PatternToken) => string): string => tokens.map(text).join("");
  const plain = write(({ text }) => text);
  if (tokens.every(({ kind }) => kind !== "boundary")) return { plain, loose: plain, marked: undefined };
  const loose = write(({ kind, text }) => (kind === "boundary" ? "(?:)" : text));
  return { plain, loose, marked: write(markedToken) };
}

function withUnicodeClasses({ kind, text }: PatternToken): string {
  if (kind === "class")
    return text.replace(/\\([pP]\{[^}]*\}|.)/gsu, (all, name: string) => memberOf(name) ?? all);
  if (kind !== "character") return text;
  if (text === String.raw`\W`) return `[^${WORD}]`;
  const member = text.startsWith("\\") ? memberOf(text.slice(1)) : undefined;
  return member === undefined ? text : `[${member}]`;
}

function memberOf(name: string): string | undefined {
  if (name === "W") return (notWord ??= rangesWithoutWords());
  return Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
}

let notWord: string | undefined;

/** All but the characters of words, written out: a class has no word for what is in none of several. */
function rangesWithoutWords(): string {
  const ranges: string[] = [];
  let first: number | undefined;
  for (let code = 0; code <= 0x110000; code++) {
    const isPart = code < 0x110000 && !IS_WORD.test(String.fromCodePoint(code));
    if (isPart) first ??= code;
    else if (first !== undefined) {
      ranges.push(`\\x{${first.toString(16)}}-\\x{${(code - 1).toString(16)}}`);
      first = undefined;
    }
  }
  return ranges.join("");
}

/** A mark stands before the first character and after each: what takes a character takes the mark behind it. */
function markedToken({ kind, text }: PatternToken): string {
  switch (kind) {
    case "character":
    case "class":
      return `(?:${text}${MARKS})`;
    case "boundary":
      return text === String.raw`\b` ? String.raw`(?:(?<=\x{FDD0}))` : String.raw`(?:(?<=\x{FDD1}))`;
    case "start":
      return `(?:(?<=^${MARKS}))`;
    case "syntax":
      return text.startsWith(String.raw`\Q`) ? markedQuotation(text) : text;
  }
}

function markedQuotation(text: string): string {
  const characters = text.replace(/^\\Q/, "").replace(/\\E$/, "");
  return Array.from(characters, (one) => `(?:\\x{${(one.codePointAt(0) ?? 0).toString(16)}}${MARKS})`).join(
    "",
  );
}

/** The line with a mark at each place between two characters, and at both ends. */
export function markWords(line: string): string {
  let [marked, wasWord] = ["", false];
  for (const character of line) {
    const isWord = IS_WORD.test(character);
    marked += (isWord === wasWord ? NO_EDGE : EDGE) + character;
    wasWord = isWord;
  }
  return marked + (wasWord ? EDGE : NO_EDGE);
}

/** Where a place in the marked line is in the line itself. */
export function withoutMarks(marked: string, at: number): number {
  let count = 0;
  for (const unit of marked.slice(0, at)) if (unit === EDGE || unit === NO_EDGE) count += 1;
  return at - count;
}
