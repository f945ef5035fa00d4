/**
 * What grep looks for, compiled for RE2: its time grows with the length of the text and never explodes. The pattern means the
 * same whether ripgrep helps or not, because ripgrep only gets patterns that it reads in the same way.
 */
import { RE2JS } from "re2js";
import { messageOf, TackleError } from "../../errors.ts";
import { toRipgrepPattern } from "./ripgrep-pattern.ts";

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
  const compiled = compile(source, flags);
  // A text of many lines is asked first; anchors that mean the whole text would then mean something else.
  const isOfLines = !/\\[AzZ]|\(\?[^:P<]/.test(source);
  const ofLines = isOfLines ? compile(source, flags | RE2JS.MULTILINE) : undefined;
  return {
    ripgrep,
    mayMatch: (lines) => ofLines?.test(lines) ?? true,
    find: (line) => {
      if (!compiled.test(line)) return undefined;
      const matcher = compiled.matcher(line);
      return matcher.find() ? matcher.start() : undefined;
    },
  };
}

function compile(source: string, flags: number): RE2JS {
  if (estimateSize(source) > MAX_SIZE) throw tooLarge();
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
  if (compiled.programSize() > MAX_PROGRAM) throw tooLarge();
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
