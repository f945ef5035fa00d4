/** Texts made to fit so many columns, with … where something is missing. */
import { displayWidth, graphemesOf, type Grapheme } from "./display-width.ts";

/** The beginning: of a sentence it says the most. */
export function cutEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return `${textOf(fitting(graphemesOf(text), width - 1)).trimEnd()}…`;
}

/** Both ends: of a command or a path, the end says more than the middle. */
export function cutMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const graphemes = graphemesOf(text);
  const head = fitting(graphemes, Math.floor((width - 1) / 2));
  const room = width - 1 - head.reduce((sum, grapheme) => sum + grapheme.width, 0);
  const tail = fitting(graphemes.toReversed(), room).toReversed();
  return `${textOf(head)}…${textOf(tail)}`;
}

/** As many from the start as have room. */
function fitting(graphemes: readonly Grapheme[], room: number): readonly Grapheme[] {
  let left = room;
  const end = graphemes.findIndex(({ width }) => {
    left -= width;
    return left < 0;
  });
  return end === -1 ? graphemes : graphemes.slice(0, end);
}

function textOf(graphemes: readonly Grapheme[]): string {
  return graphemes.map(({ text }) => text).join("");
}
