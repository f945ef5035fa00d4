/** Turns text from a server into one short line that may stand in a message: no secrets, markup or control characters. */
import type { Redact } from "./redact-sent.ts";

export interface CleanOptions {
  readonly redact: Redact;
  readonly maxLength: number;
}

export function cleanText(text: string, options: CleanOptions): string {
  const plain = options
    // Before anything is removed, so that no secret is torn apart and missed; and once more at the end, since
    // collapsing white space can complete one.
    .redact(text)
    .replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, " ")
    .replace(/<[^>]*(?:>|$)/g, " ")
    // Control, format (bidi, zero-width), surrogate and line separator characters.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const safe = options.redact(plain);
  return safe.length <= options.maxLength ? safe : `${safe.slice(0, options.maxLength - 1)}…`;
}
