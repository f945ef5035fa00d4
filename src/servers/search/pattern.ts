/**
 * What grep looks for, compiled for RE2: its time grows with the length of the text and never explodes. The pattern means the
 * same whether ripgrep helps or not, because ripgrep only gets patterns that it reads in the same way.
 */
import { RE2JS } from "re2js";
import { messageOf, TackleError } from "../../errors.ts";
import { toRipgrepPattern } from "./ripgrep-pattern.ts";
import { markWords, toUnicodePattern, withoutMarks, type UnicodePattern } from "./unicode-pattern.ts";

export interface PatternRequest {
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly ignoresCase: boolean;
}

export interface Pattern {
  /** Whether some line of the text may match; only false is certain. */
  mayMatch(lines: string): boolean;
  /** Where the first match in one line begins; undefined where there is none. */
  find(line: string): number | undefined;
  /** Arguments for ripgrep that mean the same; undefined where there are none. */
  readonly ripgrep: readonly string[] | undefined;
}

/** Bounds of what compiling costs, since each repeat copies what it repeats, and of the work for each character. */
const MAX_SIZE = 20_000;
const MAX_PROGRAM = 2000;
/** How much larger a program is that takes a mark with each character. */
const MARKED_SIZE = 4;
/** Steps for one line with such a program, about half a second: a long pattern sees less of a long line. */
const MAX_MARKED_WORK = 16_000_000;

export function compilePattern(request: PatternRequest): Pattern {
  const { pattern, isLiteral, ignoresCase } = request;
  const ripgrep = ripgrepArguments(request);
  if (isLiteral && !ignoresCase) {
    const find = (line: string): number | undefined => {
      const at = line.indexOf(pattern);
      return at === -1 ? undefined : at;
    };
    return { ripgrep, find, mayMatch: (lines) => lines.includes(pattern) };
  }
  const source = isLiteral ? RE2JS.quote(pattern) : pattern;
  const flags = ignoresCase ? RE2JS.CASE_INSENSITIVE : 0;
  if (estimateSize(source) > MAX_SIZE) throw tooLarge();
  const compiled = compile(source, flags); // as it was written, for the words of an error
  const meant = isLiteral ? undefined : toUnicodePattern(source);
  const { plain = source, loose = source } = meant ?? {};
  // A text of many lines is asked first; anchors that mean the whole text would then mean something else.
  const isOfLines = !/\\[AzZ]|\(\?[^:P<]/.test(source);
  const ofLines = isOfLines ? compile(loose, flags | RE2JS.MULTILINE) : undefined;
  const inLine = finderOf(meant === undefined ? compiled : compile(plain, flags));
  const inMarked =
    meant?.marked === undefined ? undefined : markedFinder({ ...meant, marked: meant.marked }, flags);
  return {
    ripgrep,
    mayMatch: (lines) => ofLines?.test(lines) ?? true,
    find: (line) => (inMarked !== undefined && NOT_ASCII.test(line) ? inMarked(line) : inLine(line)),
  };
}

type Finder = (line: string) => number | undefined;

const NOT_ASCII = /\P{ASCII}/u;

function finderOf(compiled: RE2JS): Finder {
  return (line) => {
    if (!compiled.test(line)) return undefined;
    const matcher = compiled.matcher(line);
    return matcher.find() ? matcher.start() : undefined;
  };
}

/** Slower, and only for lines in which the edges of words are not those of ASCII. */
function markedFinder(
  { loose, marked }: UnicodePattern & { readonly marked: string },
  flags: number,
): Finder {
  const mayMatch = compile(loose, flags);
  const compiled = compile(marked, flags | RE2JS.LOOKBEHINDS, MAX_PROGRAM * MARKED_SIZE);
  const find = finderOf(compiled);
  const maxCharacters = Math.floor(MAX_MARKED_WORK / compiled.programSize());
  return (line) => {
    if (!mayMatch.test(line)) return undefined;
    const text = markWords(line.slice(0, maxCharacters));
    const at = find(text);
    return at === undefined ? undefined : withoutMarks(text, at);
  };
}

function compile(source: string, flags: number, maxProgram = MAX_PROGRAM): RE2JS {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source, flags);
  } catch (error) {
    throw new TackleError({
      code: "usage",
      message: `The pattern cannot be read: ${messageOf(error)}`,
      hint: "Patterns have the syntax of RE2, without look-around and back references; set literal to search for the text itself.",
      cause: error,
    });
  }
  if (compiled.programSize() > maxProgram) throw tooLarge();
  return compiled;
}

function estimateSize(source: string): number {
  let repeats = 1;
  for (const [, least = "0", most = ""] of source.matchAll(/\{(\d{1,9}),?(\d{0,9})\}/g))
    repeats += Math.max(Number(least), Number(most));
  return source.length * repeats;
}

function ripgrepArguments({
  pattern,
  isLiteral,
  ignoresCase,
}: PatternRequest): readonly string[] | undefined {
  const meant = isLiteral ? (/[\r\n\0]/.test(pattern) ? undefined : pattern) : toRipgrepPattern(pattern);
  if (meant === undefined) return undefined;
  const kind = isLiteral ? ["--fixed-strings"] : [];
  return [...kind, ignoresCase ? "--ignore-case" : "--case-sensitive", "-e", meant];
}

function tooLarge(): TackleError {
  const hint = "Repeat less, or search for a part of it.";
  return new TackleError({ code: "usage", message: "The pattern is too large", hint });
}
