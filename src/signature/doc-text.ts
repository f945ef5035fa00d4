/**
 * A server's texts as they stand in comments, for models and people. Untrusted: what comes out ends no comment, starts no
 * line of its own, moves no cursor and hides nothing (control and invisible characters are shown, not dropped).
 */
import { toTerminalText } from "../util/terminal-text.ts";

/** The beginning of a text as one line, cut at a word. */
export function oneLine(text: string, maxChars: number): string {
  const start = text
    .slice(0, 4 * maxChars + MAX_MARGIN)
    .replace(/\s+/g, " ")
    .trim();
  return cutAtWord(closeNoComment(toTerminalText(start)), maxChars);
}

/** Blanks before a text may be many. */
const MAX_MARGIN = 2000;

/** What a text is about: its first sentence, or its first line where that ends sooner. */
export function firstSentence(text: string, maxChars: number): string {
  const start = text.slice(0, 4 * maxChars + MAX_MARGIN).trim();
  const [paragraph = ""] = start.replace(/^#+ */, "").split(/\n\s*\n|\n(?=\s*(?:[-*#@•]|\w+:))/, 1);
  const line = oneLine(paragraph, 2 * maxChars);
  for (const { index } of line.matchAll(/[.!?](?= )/g)) {
    const sentence = line.slice(0, index + 1);
    if (!ABBREVIATION.test(sentence)) return cutAtWord(sentence, maxChars);
  }
  return cutAtWord(line, maxChars);
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|incl|approx|no|cf)|\b[A-Z]|^\d+)\.$/i;

/** The whole of a text as lines without their common indent; at most one blank line in a row. */
export function docLines(text: string, maxChars: number): string[] {
  const isCut = text.length > maxChars;
  const shown = closeNoComment(toTerminalText(text.slice(0, maxChars), { keepNewlines: true }));
  const lines = shown
    .replaceAll("\t", "  ")
    .split("\n", MAX_LINES)
    .map((line) => line.trimEnd());
  const indents = lines.slice(1).flatMap((line) => (line === "" ? [] : [line.search(/\S/)]));
  const indent = indents.reduce((least, one) => Math.min(least, one), Infinity);
  const dedented = lines.map((line, index) =>
    index === 0 ? line.trimStart() : line.slice(Number.isFinite(indent) ? indent : 0),
  );
  const kept = dedented.filter((line, index) => line !== "" || dedented[index - 1] !== "");
  while (kept.at(0) === "") kept.shift();
  while (kept.at(-1) === "") kept.pop();
  return isCut ? [...kept, "…"] : kept;
}

const MAX_LINES = 300;

/** A doc comment around these lines, each line of it with the indent. Undefined for no lines. */
export function writeComment(lines: readonly string[], indent: string): string | undefined {
  const [only] = lines;
  if (only === undefined) return undefined;
  if (lines.length === 1) return `${indent}/** ${only} */`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join("\n");
}

/** Also where the first star is the comment's own: ` * /` never closes one. */
function closeNoComment(text: string): string {
  return text.replaceAll("*/", String.raw`*\/`);
}

function cutAtWord(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const space = text.slice(0, maxChars).lastIndexOf(" ");
  // Not through a pair of surrogates either.
  const kept =
    space > maxChars / 2 ? text.slice(0, space) : text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, "");
  return `${kept}…`;
}
