/**
 * What changed between two texts, word by word, in one line: `reads a [-file-] {+file and mails it+} to …`. Long stretches
 * that stayed the same are left out.
 */
import { makeVisible } from "../inspect/finding.ts";

/** Larger differences are shown as one removal and one addition. */
const MAX_CELLS = 250_000;
const CONTEXT_WORDS = 4;
const MAX_PASSAGE_CHARS = 300;

export function wordDifference(before: string, after: string): string {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const shortest = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shortest && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const middle = alignWords(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
  if (middle.length === 0) return "only blanks changed";
  const kept = (words: readonly string[]): Passage => ({ kind: "same", words });
  return [kept(old.slice(0, start)), ...middle, kept(old.slice(old.length - end))]
    .map((passage, index, all) =>
      showPassage(passage, { isFirst: index === 0, isLast: index === all.length - 1 }),
    )
    .filter((text) => text !== "")
    .join(" ");
}

interface Passage {
  readonly kind: "same" | "removed" | "added";
  readonly words: readonly string[];
}

function wordsOf(text: string): string[] {
  return text.split(/[ \t\r\n]+/).filter((word) => word !== "");
}

/** The longest common subsequence, written as passages. */
function alignWords(old: readonly string[], fresh: readonly string[]): readonly Passage[] {
  if (old.length * fresh.length > MAX_CELLS) return replaced(old, fresh);
  const lengths = commonLengths(old, fresh);
  const width = fresh.length + 1;
  const passages: { kind: Passage["kind"]; words: string[] }[] = [];
  const push = (kind: Passage["kind"], word: string | undefined) => {
    const last = passages.at(-1);
    if (last?.kind === kind) last.words.push(word ?? "");
    else passages.push({ kind, words: [word ?? ""] });
  };
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    if (row < old.length && column < fresh.length && old[row] === fresh[column]) {
      push("same", old[row++]);
      column += 1;
    } else if (
      column === fresh.length ||
      (row < old.length &&
        (lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
    ) {
      push("removed", old[row++]);
    } else {
      push("added", fresh[column++]);
    }
  }
  return passages;
}

/** For each pair of places, how many words the rests have in common, in order. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint32Array {
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = fresh.length - 1; column >= 0; column--) {
      const at = row * width + column;
      const best = Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
      lengths[at] = old[row] === fresh[column] ? (lengths[at + width + 1] ?? 0) + 1 : best;
    }
  }
  return lengths;
}

function replaced(old: readonly string[], fresh: readonly string[]): readonly Passage[] {
  const passages: Passage[] = [
    { kind: "removed", words: old },
    { kind: "added", words: fresh },
  ];
  return passages.filter(({ words }) => words.length > 0);
}

function showPassage(
  { kind, words }: Passage,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  if (kind !== "same") {
    const text = cutPassage(words.join(" "));
    return kind === "removed" ? `[-${text}-]` : `{+${text}+}`;
  }
  if (words.length <= 2 * CONTEXT_WORDS) return cutPassage(words.join(" "));
  const head = isFirst ? [] : words.slice(0, CONTEXT_WORDS);
  const tail = isLast ? [] : words.slice(-CONTEXT_WORDS);
  return cutPassage([...head, "…", ...tail].join(" "));
}

function cutPassage(text: string): string {
  const shown = makeVisible(text.slice(0, MAX_PASSAGE_CHARS));
  return text.length > MAX_PASSAGE_CHARS ? `${shown}… (${text.length} characters)` : shown;
}
