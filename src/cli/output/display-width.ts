/** How many columns of a terminal a text takes: a letter one, an East Asian character or an emoji two, an accent none. */

/** Most texts are plain, and the classes of Unicode cost more than the rest of a small command. */
const PLAIN = /^[\x20-\x7e…]*$/;
let rules:
  | { readonly segmenter: Intl.Segmenter; readonly wide: RegExp; readonly nothing: RegExp }
  | undefined;

export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + grapheme.width, 0);
}

export interface Grapheme {
  readonly text: string;
  readonly width: number;
}

/** What a reader takes for one character, with the columns that it takes: no cut may go through one. */
export function graphemesOf(text: string): readonly Grapheme[] {
  if (PLAIN.test(text)) return Array.from(text, (character) => ({ text: character, width: 1 }));
  rules ??= { segmenter: new Intl.Segmenter(), wide: widePattern(), nothing: /^[\p{Mn}\p{Me}\p{Cf}]+$/u };
  const { segmenter, wide, nothing } = rules;
  return Array.from(segmenter.segment(text), ({ segment }) => ({
    text: segment,
    width: wide.test(segment) ? 2 : nothing.test(segment) ? 0 : 1,
  }));
}

/**
 * East_Asian_Width wide and full, by blocks, and whatever is shown as an emoji: by itself, by a selector after it, as a key
 * or as a flag.
 */
function widePattern(): RegExp {
  const blocks = [
    String.raw`\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f`,
    String.raw`\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}`,
  ].join("");
  return new RegExp(String.raw`[${blocks}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f`, "u");
}
