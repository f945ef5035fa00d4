/**
 * Takes text and identifiers apart into lower-case words: `createPullRequest`, `create_pull_request` and "Create a pull
 * request" have the same ones. Knows no language; takes time linear in the text, whatever is in it.
 */

/** What is longer is no word: data, keys, or somebody's attempt to fill the memory. */
const MAX_WORD = 40;

/** The words of a text in their order. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const isPlain = PLAIN.test(text);
  const runs = isPlain ? text.match(PLAIN_RUN) : text.normalize("NFKC").match(anyRun());
  for (const run of runs ?? []) {
    if (LOWER.test(run)) words.push(run);
    else if (PLAIN.test(run)) addPieces(run, words);
    else addForeign(run, words);
  }
  return words.some(isTooLong) ? words.filter((word) => !isTooLong(word)) : words;
}

function isTooLong(word: string): boolean {
  return word.length > MAX_WORD;
}

const PLAIN = /^[\0-\x7f]*$/;
const PLAIN_RUN = /[A-Za-z\d]+/g;
const LOWER = /^[a-z]+$/;

/** Built when it is first needed: Unicode classes are dear. */
let run: RegExp | undefined;
const anyRun = (): RegExp => (run ??= /[\p{L}\p{M}\p{N}]+/gu);

/** Plural acronyms (`URLs`), acronyms, words with or without a capital, numbers. */
const PIECE = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** `s3`, `mp3`, `k8s`, `base64` are also words as a whole; what is longer is an identifier with a number in it. */
const MAX_MIXED = 6;

function addPieces(identifier: string, words: string[]): void {
  const pieces = identifier.match(PIECE) ?? [];
  for (const piece of pieces) words.push(piece.toLowerCase());
  if (pieces.length < 2) return;
  const isMixed = /\d/.test(identifier);
  // `GitHub` and `PowerPoint` are split as `readFile` is, but people also write them as one word.
  if (isMixed ? identifier.length <= MAX_MIXED : pieces.length === 2) words.push(identifier.toLowerCase());
}

/** Scripts that put no space between words are searched by pairs of characters. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\u0e00-\u0eff]+/g;
const ACCENTED_LATIN = /[\u00c0-\u024f\u1e00-\u1eff]/;

function addForeign(run: string, words: string[]): void {
  for (const part of run.match(UNSPACED) ?? []) addPairs(part, words);
  for (const part of run.split(UNSPACED)) {
    if (part === "") continue;
    const plain = ACCENTED_LATIN.test(part) ? part.normalize("NFD").replace(/\p{M}/gu, "") : part;
    if (PLAIN.test(plain)) addPieces(plain, words);
    else words.push(plain.toLowerCase());
  }
}

function addPairs(text: string, words: string[]): void {
  if (text.length === 1) words.push(text);
  for (let index = 0; index + 1 < text.length; index += 1) words.push(text.slice(index, index + 2));
}
