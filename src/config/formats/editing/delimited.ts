/**
 * Inserting and removing items between brackets, where commas separate them: JSON, YAML in flow style, inline tables
 * and arrays of TOML. New items follow the layout of the last one: on its own line or on the same.
 */
import { endOfTrailingComment, skipTrivia, startWithComments } from "./comments.ts";
import type { CommentSyntax } from "./comments.ts";
import {
  deletion,
  indentOf,
  insertion,
  isFirstOnLine,
  lineStart,
  nextLine,
  skipBlanks,
  skipBlanksBack,
} from "./splice.ts";
import type { Range, Splice } from "./splice.ts";

export interface Delimited {
  readonly text: string;
  readonly syntax: CommentSyntax;
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
  /** Offsets of the brackets. */
  readonly open: number;
  readonly close: number;
  readonly items: readonly Range[];
  /** What stands inside the brackets around the items of one line: a blank for maps, nothing for lists. */
  readonly padding: string;
  /** Whether the first item of an empty pair of brackets gets a line of its own. */
  readonly opensLines: boolean;
}

/** Writes the item, over several lines with this indentation or, when it is undefined, on one line. */
export type RenderItem = (indent: string | undefined) => string;

/** Adds an item at the end. */
export function insertItem(list: Delimited, render: RenderItem): Splice[] {
  const { text, syntax, eol } = list;
  const last = list.items.at(-1);
  if (last === undefined) return [insertFirst(list, render)];
  const comma = commaAfter(list, last);
  if (!isFirstOnLine(text, last.start)) {
    const item = render(undefined);
    return [comma === undefined ? insertion(last.end, `, ${item}`) : insertion(comma + 1, ` ${item},`)];
  }
  const indent = indentOf(text, last.start);
  const line = eol + indent + render(indent);
  const after = comma === undefined ? last.end : comma + 1;
  const at = endOfTrailingComment(text, after, syntax) ?? after;
  if (comma !== undefined) return [insertion(at, `${line},`)];
  return [insertion(last.end, ","), insertion(at, line)];
}

/** Takes the item out with its comma, its lines, and the comments that belong to it. */
export function removeItem(list: Delimited, index: number): Splice[] {
  const { text, items, syntax } = list;
  const item = items[index];
  if (item === undefined) return [];
  const comma = commaAfter(list, item);
  const end = comma === undefined ? item.end : comma + 1;
  const rest = text.slice(list.open + 1, item.start) + text.slice(end, list.close);
  if (items.length === 1 && rest.trim() === "") return [deletion(list.open + 1, list.close)];
  const previous = items[index - 1];
  const comesLast = comma === undefined && previous !== undefined;
  const previousComma = comesLast ? commaAfter(list, previous) : undefined;
  const commas = previousComma === undefined ? [] : [deletion(previousComma, previousComma + 1)];
  return [...commas, itemDeletion()];

  function itemDeletion(): Splice {
    const from = item?.start ?? 0;
    const lineEnds = endOfTrailingComment(text, end, syntax);
    if (lineEnds === undefined) {
      if (index < items.length - 1) return deletion(from, skipBlanks(text, end));
      // The closing bracket on the same line keeps its indentation, which YAML needs.
      if (isFirstOnLine(text, from)) return deletion(from, skipBlanks(text, end));
      return deletion(skipBlanksBack(text, from), end);
    }
    if (!isFirstOnLine(text, from)) return deletion(skipBlanksBack(text, from), lineEnds);
    const lines = { start: lineStart(text, from), end: nextLine(text, lineEnds) };
    const before = previous === undefined ? list.open + 1 : previous.end;
    // The line of the bracket or of the item before can hold a comment, but never one of this item.
    const floor = Math.min(nextLine(text, before), lines.start);
    const isLast = skipBlanks(text, lines.end) === list.close;
    return deletion(startWithComments({ text, syntax, ...lines, floor, isLast }), lines.end);
  }
}

function insertFirst(list: Delimited, render: RenderItem): Splice {
  const { text, open, close, eol, unit, padding } = list;
  const inside = text.slice(open + 1, close);
  if (inside.trim() !== "") {
    if (!isFirstOnLine(text, close)) return insertion(close, `${render(undefined)} `);
    const indent = indentOf(text, close) + unit;
    return insertion(lineStart(text, close), indent + render(indent) + eol);
  }
  const outer = indentOf(text, open);
  const filled = list.opensLines
    ? eol + outer + unit + render(outer + unit) + eol + outer
    : padding + render(undefined) + padding;
  return { start: open + 1, end: close, text: filled };
}

function commaAfter({ text, syntax }: Delimited, item: Range): number | undefined {
  const at = skipTrivia(text, item.end, syntax);
  return text[at] === "," ? at : undefined;
}
