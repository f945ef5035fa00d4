/** Exact replacement in a text: what is replaced must be there, and once, unless all are meant. */
import { TackleError } from "../../errors.ts";
import { firstLineBreak, toPlainLines, usualLineBreak, withLineBreak, withPlainLines } from "./line-ends.ts";

export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export interface Replaced {
  readonly text: string;
  readonly count: number;
}

/** Matches are counted and shown up to here. */
const MAX_COUNTED = 10_000;
const MAX_SHOWN = 10;

export function replaceText(
  original: string,
  { oldText, newText, replaceAll }: Replacement,
  path: string,
): Replaced {
  const plain = withPlainLines(original);
  const wanted = toPlainLines(oldText);
  if (wanted === "") throw usage("old_text is empty", "Give the text to replace; to add lines, use insert.");
  // One place can be meant in two ways where matches overlap, so that overlapping ones count too.
  const starts = findAll(plain.text, wanted, replaceAll ? wanted.length : 1);
  if (starts.length === 0) throw notFound(plain.text, wanted, path);
  if (starts.length > 1 && !replaceAll) throw notUnique(plain.text, starts, path);

  const usual = usualLineBreak(original);
  const parts: string[] = [];
  let end = 0;
  for (const start of starts) {
    const [from, to] = [plain.toOriginal(start), plain.toOriginal(start + wanted.length)];
    const lineBreak = firstLineBreak(original.slice(from, to)) ?? usual;
    parts.push(original.slice(end, from), withLineBreak(newText, lineBreak));
    end = to;
  }
  return { text: parts.join("") + original.slice(end), count: starts.length };
}

function findAll(text: string, wanted: string, step: number): number[] {
  const starts: number[] = [];
  const most = step === 1 ? MAX_COUNTED : Number.POSITIVE_INFINITY;
  for (let at = text.indexOf(wanted); at !== -1 && starts.length < most; at = text.indexOf(wanted, at + step))
    starts.push(at);
  return starts;
}

function notFound(text: string, wanted: string, path: string): TackleError {
  const line = lineOfLooseMatch(text, wanted);
  const hint =
    line === undefined
      ? "Read the file again: old_text must be exactly what stands there."
      : `Line ${line} is like it but for white space: copy the text exactly as it stands there.`;
  return new TackleError({
    code: "not-found",
    message: `old_text is not in ${path}; nothing was changed`,
    hint,
  });
}

function notUnique(text: string, starts: readonly number[], path: string): TackleError {
  const lines = starts.slice(0, MAX_SHOWN).map((start) => lineAt(text, start));
  const more = starts.length > MAX_SHOWN ? ", …" : "";
  const times = starts.length === MAX_COUNTED ? `at least ${MAX_COUNTED}` : String(starts.length);
  return new TackleError({
    code: "conflict",
    message: `old_text is ${times} times in ${path}, in lines ${lines.join(", ")}${more}; nothing was changed`,
    hint: "Give more of the text around the one that is meant, or set replace_all.",
  });
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** The first line at which the text would match if indentation and spaces at line ends did not count. */
function lineOfLooseMatch(text: string, wanted: string): number | undefined {
  const [first = "", ...others] = wanted
    .trim()
    .split("\n")
    .map((line) => line.trim());
  if (first === "") return undefined;
  const lines = text.split("\n").map((line) => line.trim());
  const isMatch = (index: number): boolean =>
    (others.length === 0 ? lines[index]?.includes(first) === true : lines[index] === first) &&
    others.every((line, below) => lines[index + below + 1] === line);
  const found = lines.findIndex((_, index) => isMatch(index));
  return found === -1 ? undefined : found + 1;
}

function usage(message: string, hint: string): TackleError {
  return new TackleError({ code: "usage", message, hint });
}
