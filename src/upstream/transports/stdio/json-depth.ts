/**
 * How deep a JSON text nests, found without parsing it: a million brackets cost a parser seconds and overflow every
 * recursive function that meets the value later.
 */

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Whether arrays and objects nest deeper than `limit`. On text that is not JSON the answer means nothing. */
export function isDeeperThan(text: string, limit: number): boolean {
  // Every level takes an opening and a closing character.
  if (text.length <= limit * 2) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return false;
}

/** The index of the quote that ends the string which begins at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end, start)) return end;
  }
  return text.length;
}

function isEscaped(text: string, quote: number, start: number): boolean {
  let slashes = 0;
  while (quote - 1 - slashes > start && text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}
