/** Paragraphs laid out for a width. Without one, as for a file or a pipe, they stay as they were written. */
import { displayWidth } from "./display-width.ts";

/** A line that begins with a space, and an empty one, stay lines of their own; all others flow together. */
export function wrapText(text: string, width: number | undefined): string {
  if (width === undefined || !Number.isFinite(width)) return text;
  const lines: string[] = [];
  let flowing: string[] = [];
  const flush = (): void => {
    if (flowing.length > 0) lines.push(...fill(flowing.join(" ").split(" "), width));
    flowing = [];
  };
  for (const line of text.split("\n")) {
    const isApart = line === "" || line.startsWith(" ");
    if (isApart) flush();
    if (isApart) lines.push(line);
    else flowing.push(line);
  }
  flush();
  return lines.join("\n");
}

/** As many words on a line as fit; a longer word has a line of its own. */
function fill(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || displayWidth(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
