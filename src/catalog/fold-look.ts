/**
 * A text as a hasty eye reads it: without case, without invisible characters, in the plain form of every letter, and with
 * Latin letters in place of those that look like them. Only for comparing; never shown.
 */

/** Two texts that look the same give the same result. */
export function foldLook(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const folded = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "");
  return folded.replace(/[\u0370-\u052f\u0131\u0251\u0261]/g, (letter) => LOOKALIKES.get(letter) ?? letter);
}

const ASCII = /^[\0-\x7f]*$/;

/** Letters that most typefaces draw like a Latin one; each is followed by that one. */
const CYRILLIC = "аaеeоoрpсcуyхxѕsіiјjԁdһhԛqԝwӏlкkмmтtвbнhгrпn";
const GREEK_AND_OTHERS = "αaοoρpνvυuιiκkτtχxγyηnωwɡgɑaıi";

const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  (CYRILLIC + GREEK_AND_OTHERS).match(/../g)?.map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
