/**
 * How many tokens a text will be for a model, roughly: good enough for budgets, without a tokenizer's megabytes. It cuts the
 * text into the pieces that tokenizers begin with, and prices each kind as it came out on average over the definitions,
 * signatures and descriptions of real tools. Adding up lines gives no less than the whole.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const piece of text.matchAll(PIECES)) {
    const [whole, underscore, word, digits, newlines, blanks, signs, ideograph] = piece;
    if (word !== undefined) tokens += priceOfWord(word.length) + (underscore === undefined ? 0 : 0.45);
    else if (digits !== undefined) tokens += 1.2;
    else if (newlines !== undefined) tokens += 0.55;
    else if (blanks !== undefined) tokens += 0.15 * Math.max(1, whole.length / 16);
    else if (signs !== undefined) tokens += 0.93 + 0.1 * Math.max(0, signs.length - 4);
    else tokens += ideograph === undefined ? 0.93 : 0.73;
  }
  return Math.ceil(tokens);
}

/** In camelCase every hump is a word; a blank before a word or sign belongs to it, an underscore half. The last alternative is all that is left. */
const PIECES =
  /(?: |(_))?([A-Z]*[a-z]+|[A-Z]+)|([0-9]{1,3})|(\n+)|([^\S\n]+)|( ?[!-/:-@[-`{-~]+)|([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])|[^]/g;

/** Most words are one token; long ones are rare words, or several without a gap. */
function priceOfWord(length: number): number {
  return 1.1 + 0.065 * Math.max(0, length - 6) + 0.3 * Math.max(0, length - 12);
}
