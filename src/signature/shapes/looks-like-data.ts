/**
 * Whether the name of a field is data: an id, an address, a date, a person. Such names must not be kept, and an object with
 * one is a map. When in doubt the answer is yes: a field's name is a word that a programmer chose.
 */
export function looksLikeData(name: string): boolean {
  return name.length > MAX_CHARS || !PROGRAMMERS_WORD.test(name) || countDigits(name) >= MANY_DIGITS;
}

const MAX_CHARS = 40;
/** Years, dates, ids; but `sha256`, `base64` and `pm2_5` are words. */
const MANY_DIGITS = 4;

/** Letters first; one sign at a time between words. No blanks, dots, slashes, at signs inside, no other alphabets. */
const PROGRAMMERS_WORD = /^[@$_]{0,2}[A-Za-z][A-Za-z0-9]*(?:[_-]{1,2}[A-Za-z0-9]+)*_?$/;

function countDigits(name: string): number {
  return name.replace(/[^0-9]/g, "").length;
}
