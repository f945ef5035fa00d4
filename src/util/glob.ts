/**
 * Globs for names of tools and servers: `*` is any run of characters, also an empty one, `?` is exactly one, and all
 * else stands for itself. Never takes longer than the lengths of pattern and text multiplied, whatever they hold.
 */

/** Whether the pattern covers the whole text; upper and lower case are different. */
export function matchesGlob(pattern: string, text: string): boolean {
  if (!WILDCARD.test(pattern)) return pattern === text;
  let inPattern = 0;
  let inText = 0;
  /** Just after the last `*`, and the end of what it covers so far. Earlier stars never need another try. */
  let afterStar = -1;
  let covered = 0;
  while (inText < text.length) {
    const wanted = pattern[inPattern];
    if (wanted === "*") {
      inPattern += 1;
      afterStar = inPattern;
      covered = inText;
    } else if (wanted === "?") {
      inPattern += 1;
      inText = nextCharacter(text, inText);
    } else if (wanted === text[inText]) {
      inPattern += 1;
      inText += 1;
    } else if (afterStar >= 0) {
      covered = nextCharacter(text, covered);
      inPattern = afterStar;
      inText = covered;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === "*") inPattern += 1;
  return inPattern === pattern.length;
}

/** Whether at least one of the patterns covers the whole text. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, text));
}

const WILDCARD = /[*?]/;

/** A character is a code point: an emoji is one, not two. */
function nextCharacter(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}
