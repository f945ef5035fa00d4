/**
 * Takes a map, list or value out of a TOML text, wherever it is defined: its header and those below it, and the
 * dotted keys that lead into it.
 */
import { HASH_COMMENTS, aboveComments, startWithComments } from "../editing/comments.ts";
import { lineDeletion, lineEnding, lineStart, nextLine } from "../editing/splice.ts";
import type { Range, Splice } from "../editing/splice.ts";
import type { ConfigPath } from "../node.ts";
import { isWithin } from "./blocks.ts";
import type { Block, Entry } from "./blocks.ts";

interface Blocks {
  readonly text: string;
  readonly blocks: readonly [Block, ...Block[]];
}

/** All places that define what is at a path. */
export interface Definitions {
  readonly blocks: readonly Block[];
  readonly entries: readonly Entry[];
}

/** The blocks at or below this path, and the entries at or below it in other blocks. */
export function definitionsOf({ blocks }: Blocks, path: ConfigPath): Definitions {
  const inside = blocks.filter((block) => !block.isRoot && isWithin(block.path, path));
  const others = blocks.filter((block) => !inside.includes(block));
  const entries = others.flatMap((block) => block.entries).filter((entry) => isWithin(entry.path, path));
  return { blocks: inside, entries };
}

/** Deletes all of them with the comments that belong to them. */
export function removeDefinitions(file: Blocks, definitions: Definitions): Splice[] {
  const { text } = file;
  const entries = definitions.entries.map((entry) => entryLines(file, entry));
  const blocks = joined(
    text,
    definitions.blocks.map((block) => blockLines(file, block)),
  );
  return [
    ...entries.map(({ start, end }) => lineDeletion(text, start, end)),
    ...blocks.map((lines) => withBlankLines(text, lines)),
  ];
}

/** Puts lines in the place of the first block and deletes the others. */
export function replaceDefinitions(
  text: string,
  { blocks }: Definitions,
  lines: readonly string[],
): Splice[] {
  return replaceRanges(
    text,
    blocks.map(({ start, end }) => ({ start: lineStart(text, start), end })),
    lines,
  );
}

/** The same, but the comments of the blocks go with them. */
export function replaceWithComments(
  file: Blocks,
  { blocks }: Definitions,
  lines: readonly string[],
): Splice[] {
  return replaceRanges(
    file.text,
    blocks.map((block) => blockLines(file, block)),
    lines,
  );
}

function replaceRanges(text: string, ranges: readonly Range[], lines: readonly string[]): Splice[] {
  const eol = lineEnding(text);
  const [first, ...rest] = joined(text, ranges);
  if (first === undefined) return [];
  const tail = text[first.end - 1] === "\n" ? eol : "";
  return [{ ...first, text: lines.join(eol) + tail }, ...rest.map((range) => withBlankLines(text, range))];
}

function entryLines({ text, blocks }: Blocks, entry: Entry): Range {
  const block = blocks.find(({ entries }) => entries.includes(entry));
  const index = block?.entries.indexOf(entry) ?? 0;
  const floor = block?.entries[index - 1]?.end ?? block?.headerEnd ?? 0;
  const isLast = index === (block?.entries.length ?? 0) - 1;
  const lines = { start: lineStart(text, entry.start), end: entry.end };
  return { ...lines, start: startWithComments({ text, syntax: HASH_COMMENTS, ...lines, floor, isLast }) };
}

/** A comment directly above a header belongs to its table: what comes next has a header of its own. */
function blockLines({ text, blocks }: Blocks, block: Block): Range {
  const floor = blocks[blocks.indexOf(block) - 1]?.end ?? 0;
  const start = aboveComments({ text, syntax: HASH_COMMENTS, start: lineStart(text, block.start), floor });
  return { start, end: block.end };
}

/** Ranges that only blank lines part become one. */
function joined(text: string, ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    const touches = last !== undefined && text.slice(last.end, range.start).trim() === "";
    if (touches) result[result.length - 1] = { start: last.start, end: range.end };
    else result.push(range);
  }
  return result;
}

/** Takes the blank lines that parted the block from its neighbours, but leaves one set of them between those. */
function withBlankLines(text: string, { start, end }: Range): Splice {
  const isBlankAt = (offset: number): boolean =>
    offset < text.length && text.slice(offset, nextLine(text, offset)).trim() === "";
  let to = end;
  if (start === 0 || isBlankAt(lineStart(text, start - 1))) while (isBlankAt(to)) to = nextLine(text, to);
  let from = start;
  while (to === text.length && from > 0 && isBlankAt(lineStart(text, from - 1)))
    from = lineStart(text, from - 1);
  return lineDeletion(text, from, to);
}
