/** One part of a glob, between two slashes → a test of one name: `*`, `?`, `[a-z]`, `[!a-z]` and `\` before a character. */
import { matchSequence, STAR } from "./match-sequence.ts";

export type NameTest = (name: string) => boolean;

/** One character of a name. */
type Token = string | ((character: string) => boolean);

/** Undefined where the part cannot be read: a bracket that does not end, or a `\` at its end. */
export function compileName(part: string): NameTest | undefined {
  const tokens = tokensOf(part);
  if (tokens === undefined) return undefined;
  return quickTest(tokens) ?? ((name) => matchSequence({ tokens, items: Array.from(name), fits }));
}

function fits(token: Token, character: string): boolean {
  return typeof token === "string" ? token === character : token(character);
}

/** Nearly all globs are a name, `*.ending` or `beginning*`; those are compared as texts. */
function quickTest(tokens: readonly (Token | typeof STAR)[]): NameTest | undefined {
  const literal = (part: readonly (Token | typeof STAR)[]): string | undefined =>
    part.every((token) => typeof token === "string") ? part.join("") : undefined;
  const whole = literal(tokens);
  if (whole !== undefined) return (name) => name === whole;
  const ending = tokens[0] === STAR ? literal(tokens.slice(1)) : undefined;
  if (ending !== undefined) return (name) => name.endsWith(ending);
  const beginning = tokens.at(-1) === STAR ? literal(tokens.slice(0, -1)) : undefined;
  return beginning === undefined ? undefined : (name) => name.startsWith(beginning);
}

function tokensOf(part: string): (Token | typeof STAR)[] | undefined {
  const characters = Array.from(part);
  const tokens: (Token | typeof STAR)[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    if (character === "*") {
      if (tokens.at(-1) !== STAR) tokens.push(STAR);
    } else if (character === "?") tokens.push(() => true);
    else if (character === "\\") {
      at += 1;
      const escaped = characters[at];
      if (escaped === undefined) return undefined;
      tokens.push(escaped);
    } else if (character === "[") {
      const found = readClass(characters, at + 1);
      if (found === undefined) return undefined;
      tokens.push(found.test);
      at = found.end;
    } else tokens.push(character);
  }
  return tokens;
}

/** From after the `[` to its `]`; a `]` in the first place stands for itself. */
function readClass(
  characters: readonly string[],
  start: number,
): { readonly test: (character: string) => boolean; readonly end: number } | undefined {
  const isNegated = characters[start] === "!" || characters[start] === "^";
  const first = isNegated ? start + 1 : start;
  const ranges: [from: number, to: number][] = [];
  const read = (at: number): { code: number; next: number } | undefined => {
    const isEscaped = characters[at] === "\\";
    const code = characters[isEscaped ? at + 1 : at]?.codePointAt(0);
    return code === undefined ? undefined : { code, next: at + (isEscaped ? 2 : 1) };
  };
  for (let at = first; at < characters.length;) {
    if (characters[at] === "]" && at > first) {
      const test = (character: string): boolean => {
        const code = character.codePointAt(0) ?? 0;
        return ranges.some(([from, to]) => code >= from && code <= to) !== isNegated;
      };
      return { test, end: at };
    }
    const from = read(at);
    if (from === undefined) return undefined;
    const isRange =
      characters[from.next] === "-" &&
      characters[from.next + 1] !== undefined &&
      characters[from.next + 1] !== "]";
    const to = isRange ? read(from.next + 1) : from;
    if (to === undefined) return undefined;
    ranges.push([from.code, to.code]);
    at = to.next;
  }
  return undefined;
}
