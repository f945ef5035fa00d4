/**
 * What a JSON text looks like from afar, found without parsing it: how deep it nests, because a million brackets cost a parser
 * seconds and overflow every recursive function that meets the value later; and where the members of its object are, because
 * one of them may be passed on as it is.
 */

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** A member of the outermost object; its value is the text from `start` to `end`. */
export interface Member {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Undefined where arrays and objects nest deeper than `limit`. Of text that is not JSON it means nothing. */
export function membersOf(text: string, limit: number): readonly Member[] | undefined {
  const members: Member[] = [];
  let name = "";
  let start = -1;
  let depth = 0;
  const endMember = (end: number): void => {
    if (start !== -1) members.push({ name, start, end });
    start = -1;
  };
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      if (depth === 1 && start === -1) name = text.slice(index + 1, end);
      index = end;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > limit) return undefined;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (depth === 1) endMember(index);
      depth -= 1;
    } else if (depth === 1) {
      if (code === COLON) start = index + 1;
      else if (code === COMMA) endMember(index);
    }
  }
  return members;
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
