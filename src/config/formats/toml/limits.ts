/**
 * Looks over a TOML text before the parser does, whose recursion and string handling overflow the stack on hostile
 * input. Only brackets and strings matter here; what is wrong in any other way is left for the parser to say.
 */
import { lineEnd } from "../editing/splice.ts";
import { ConfigSyntaxError, MAX_DEPTH } from "../format.ts";
import type { Locate } from "../position.ts";
import { tooDeep } from "../problems.ts";

/** The parser spreads a string into the arguments of one call. */
const MAX_STRING = 50_000;

/** Throws `ConfigSyntaxError` for nesting or strings beyond the limits. */
export function checkLimits(text: string, locate: Locate): void {
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    let next = at + 1;
    if (character === "#") next = Math.max(next, lineEnd(text, at));
    else if (character === '"' || character === "'") {
      next = endOfString(text, at, character);
      if (next - at > MAX_STRING) {
        throw new ConfigSyntaxError(
          `the text that begins here has more than ${MAX_STRING} characters`,
          locate(at),
        );
      }
    } else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > MAX_DEPTH) throw tooDeep(locate(at));
    } else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
    at = next;
  }
}

function endOfString(text: string, start: number, quote: string): number {
  const isMultiline = text.startsWith(quote.repeat(3), start);
  const close = isMultiline ? quote.repeat(3) : quote;
  let at = start + close.length;
  while (at < text.length) {
    if (text.startsWith(close, at)) return at + close.length;
    if (!isMultiline && text[at] === "\n") return at;
    at += quote === '"' && text[at] === "\\" ? 2 : 1;
  }
  return text.length;
}
