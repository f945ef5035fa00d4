/**
 * Porter's algorithm (M. F. Porter, 1980): `searching`, `searched` and `searches` become `search`. What comes out is a key
 * to compare by, not a word to show. Only for lower-case words of the letters a to z.
 */

export function stem(word: string): string {
  if (word.length < 3) return word;
  return dropFinalE(dropLongSuffix(turnSuffix(turnSuffix(turnY(dropInflection(word)), DOUBLE), SINGLE)));
}

/** `caresses` → `caress`, `ponies` → `poni`, `agreed` → `agree`, `plastered` → `plaster`, `hopping` → `hop`. */
function dropInflection(word: string): string {
  const singular = dropPlural(word);
  if (singular.endsWith("eed")) return measure(singular.slice(0, -3)) > 0 ? singular.slice(0, -1) : singular;
  const ending = ["ed", "ing"].find((suffix) => singular.endsWith(suffix));
  if (ending === undefined) return singular;
  const base = singular.slice(0, -ending.length);
  return hasVowel(base) ? repair(base) : singular;
}

function dropPlural(word: string): string {
  if (word.endsWith("sses") || (word.endsWith("ies") && word.length > 3)) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

/** What is left of a verb without its ending: `conflat` → `conflate`, `hopp` → `hop`, `fil` → `file`. */
function repair(base: string): string {
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

function turnY(word: string): string {
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

type Suffixes = readonly (readonly [suffix: string, instead: string])[];

/** Longer ones before those that they end with. */
const DOUBLE: Suffixes = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["alli", "al"],
  ["ator", "ate"],
  ["logi", "log"],
  ["bli", "ble"],
  ["eli", "e"],
];

const SINGLE: Suffixes = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

function turnSuffix(word: string, suffixes: Suffixes): string {
  for (const [suffix, instead] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const base = word.slice(0, -suffix.length);
    return measure(base) > 0 ? base + instead : word;
  }
  return word;
}

const LONG_SUFFIX =
  /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|(?<=[st])ion|al|er|ic|ou)$/;

function dropLongSuffix(word: string): string {
  const base = word.replace(LONG_SUFFIX, "");
  return measure(base) > 1 ? base : word;
}

/** Also the second of two `l`: `controll` → `control`. */
function dropFinalE(word: string): string {
  if (word.endsWith("ll") && measure(word) > 1) return word.slice(0, -1);
  if (!word.endsWith("e")) return word;
  const base = word.slice(0, -1);
  const syllables = measure(base);
  return syllables > 1 || (syllables === 1 && !endsShort(base)) ? base : word;
}

/** How often a vowel is followed by a consonant: Porter's `m`. */
function measure(word: string): number {
  return word.match(VOWELS_THEN_CONSONANTS)?.length ?? 0;
}

/** `y` is a vowel after a consonant. */
const VOWELS_THEN_CONSONANTS =
  /(?:[aeiou]|(?<=[^aeiou])y)(?:[aeiou]|(?<=[^aeiou])y)*(?![aeiou]|(?<=[^aeiou])y)./g;

function hasVowel(word: string): boolean {
  return /[aeiou]|(?<=[^aeiou])y/.test(word);
}

/** Consonant, vowel, consonant, where the last is none of `w`, `x`, `y`. */
function endsShort(word: string): boolean {
  return /[^aeiou][aeiouy][^aeiouwxy]$/.test(word);
}
