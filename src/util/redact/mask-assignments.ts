/**
 * Masks the value in `NAME=value`, `name: value` and `"name": "value"` where the name speaks of a secret. The end of
 * the value is searched by hand: quotes may be escaped once or more, as JSON inside JSON is.
 */
import { MASK } from "./mask.ts";
import { isProse, isSecretName } from "./secret-names.ts";

/** A name, its closing quote if it has one, and what stands between name and value. */
const ASSIGNMENT = /(?<![\w.-])([\w.-]+)(?:\\{0,7}["'])?\s{0,4}(=>|:=|[:=])\s{0,4}/g;

/** The text with the values of secret names masked. */
export function maskAssignments(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const match of text.matchAll(ASSIGNMENT)) {
    const start = match.index + match[0].length;
    if (start < done || !isSecretName(match[1] ?? "")) continue;
    const value = valueAt(text, start);
    if (
      value === undefined ||
      (match[2] === ":" && !value.quoted && isNoSecret(text.slice(value.start, value.end)))
    )
      continue;
    parts.push(text.slice(done, value.start), MASK);
    done = value.end;
  }
  if (parts.length === 0) return text;
  return parts.join("") + text.slice(done);
}

/** A word of a sentence, or a place in a file: `secrets.json:3:5: …`. */
function isNoSecret(value: string): boolean {
  return isProse(value) || /^\d+(?::\d+)*:?$/.test(value);
}

interface FoundValue {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

const OPENING_QUOTE = /(\\{0,7})(["'`])/y;
const BARE_VALUE = /[^\s,;&"'`{}[\]()<>\\]+/y;

function valueAt(text: string, start: number): FoundValue | undefined {
  OPENING_QUOTE.lastIndex = start;
  const opening = OPENING_QUOTE.exec(text);
  if (opening !== null) {
    const first = start + opening[0].length;
    const end = closingQuote(text, first, { quote: opening[2] ?? '"', backslashes: opening[1]?.length ?? 0 });
    return end === first ? undefined : { start: first, end, quoted: true };
  }
  BARE_VALUE.lastIndex = start;
  const bare = BARE_VALUE.exec(text);
  return bare === null ? undefined : { start, end: start + bare[0].length, quoted: false };
}

interface Quote {
  readonly quote: string;
  /** How many backslashes stand before it: 0 in plain JSON, 1 in JSON inside a JSON string, then 3 and 7. */
  readonly backslashes: number;
}

/** Where the value ends: before the same quote with as many or fewer backslashes, or else where its line ends. */
function closingQuote(text: string, from: number, { quote, backslashes }: Quote): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let before = at;
    while (before > from && text[before - 1] === "\\") before -= 1;
    const count = at - before;
    // An escaped quote inside the value has more backslashes; pairs of them are backslashes of the value.
    if (count <= backslashes || (backslashes === 0 && count % 2 === 0)) return before;
  }
  const lineEnd = text.indexOf("\n", from);
  return lineEnd < 0 ? text.length : lineEnd;
}
