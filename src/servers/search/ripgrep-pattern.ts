/**
 * A pattern in the words of ripgrep's engine, which has operators inside brackets, and other escapes than RE2. Only what is sure
 * to mean the same is translated; for all else ripgrep is not asked.
 */

export function toRipgrepPattern(pattern: string): string | undefined {
  let result = "";
  for (let at = 0; at < pattern.length;) {
    const piece = nextPiece(pattern.slice(at));
    if (piece === undefined || isOddAnchor(pattern, at)) return undefined;
    result += piece.meant;
    at += piece.length;
  }
  return result;
}

/** An anchor in the middle of an alternative, or a repeated one, can only be a mistake, and mistakes are read in many ways. */
function isOddAnchor(pattern: string, at: number): boolean {
  if (pattern[at] === "^")
    return !/(^|[(|]|\(\?:)$/.test(pattern.slice(0, at)) || /^[*+?{]/.test(pattern.slice(at + 1));
  return pattern[at] === "$" && !/^([|)]|$)/.test(pattern.slice(at + 1));
}

interface Piece {
  readonly length: number;
  readonly meant: string;
}

function nextPiece(rest: string): Piece | undefined {
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  if (character === "\\") return escapeOf(rest);
  if (character === "[") return classOf(rest);
  if (character === "(" && rest[1] === "?")
    return rest.startsWith("(?:") ? { length: 3, meant: "(?:" } : undefined;
  if (/[\r\n\0]/.test(character)) return undefined;
  // A brace that repeats nothing is itself in RE2, and an error elsewhere.
  if (character === "{") {
    const [counts] = /^\{\d{1,4}(,\d{0,4})?\}/.exec(rest) ?? [];
    return counts === undefined ? undefined : { length: counts.length, meant: counts };
  }
  if (character === "}" || character === "]") return { length: 1, meant: `\\${character}` };
  return { length: character.length, meant: character };
}

function escapeOf(rest: string): Piece | undefined {
  const letter = rest[1] ?? "";
  if (/^[dDwWsSbt]$/.test(letter)) return { length: 2, meant: `\\${letter}` };
  // Punctuation stands for itself; but for `<` and `>`, which ripgrep reads as edges of words.
  return /^[!-/:;=?@[-`{-~]$/.test(letter)
    ? { length: 2, meant: `\\x{${letter.codePointAt(0)?.toString(16)}}` }
    : undefined;
}

/** A class of single characters, ranges, and the classes of digits, words and spaces. */
function classOf(rest: string): Piece | undefined {
  const [whole, negation = "", members = ""] =
    /^\[(\^?)((?:[^\]\\[&~\r\n-]|\\[dws]|\\[\]\\[.*+?^$()/|-]|[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9])+-?)\]/.exec(
      rest,
    ) ?? [];
  if (whole === undefined) return undefined;
  const meant = members.replace(/-$/, String.raw`\-`);
  return { length: whole.length, meant: `[${negation}${meant}]` };
}
