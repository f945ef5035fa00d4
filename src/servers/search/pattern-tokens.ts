/**
 * A pattern of RE2 in its smallest parts, for whoever changes some of them. What cannot be read is one part as it stands: the
 * engine says then what is wrong with it.
 */
export interface PatternToken {
  /** `character` is whatever stands for one character; all else is `syntax`, but for the assertions about a place. */
  readonly kind: "character" | "class" | "boundary" | "start" | "syntax";
  readonly text: string;
}

const ESCAPE = /^\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|[0-9A-Fa-f]{2})|[0-7]{1,3}|.)/su;
const CLASS = /^\[\^?\]?(?:\[:\^?\w+:\]|\\[pPx]\{[^}]*\}|\\.|[^\]\\])*\]/su;
const REPEAT = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/;
const GROUP = /^\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]))?/;

export function* patternTokens(pattern: string): Generator<PatternToken> {
  for (let rest = pattern; rest !== "";) {
    const tokens = nextTokens(rest);
    yield* tokens;
    rest = rest.slice(tokens.reduce((length, { text }) => length + text.length, 0));
  }
}

function nextTokens(rest: string): readonly PatternToken[] {
  if (rest.startsWith(String.raw`\Q`)) return [quoted(rest)];
  const [escape] = ESCAPE.exec(rest) ?? [];
  if (escape !== undefined) return [{ kind: kindOfEscape(escape), text: escape }];
  const [set] = CLASS.exec(rest) ?? [];
  if (set !== undefined) return [{ kind: "class", text: set }];
  const [syntax] = REPEAT.exec(rest) ?? GROUP.exec(rest) ?? /^[)|$]/.exec(rest) ?? [];
  if (syntax !== undefined) return [{ kind: "syntax", text: syntax }];
  if (rest.startsWith("^")) return [{ kind: "start", text: "^" }];
  return [{ kind: "character", text: String.fromCodePoint(rest.codePointAt(0) ?? 0) }];
}

/** Several characters, of which none has a meaning. */
function quoted(rest: string): PatternToken {
  const end = rest.indexOf(String.raw`\E`);
  return { kind: "syntax", text: end === -1 ? rest : rest.slice(0, end + 2) };
}

function kindOfEscape(escape: string): PatternToken["kind"] {
  if (/^\\[bB]$/.test(escape)) return "boundary";
  if (escape === String.raw`\A`) return "start";
  return escape === String.raw`\z` ? "syntax" : "character";
}
