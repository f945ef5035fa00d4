/** New lines in a TOML text: an entry at the end of its block, or a block after the last one of its map. */
import { HASH_COMMENTS, aboveComments } from "../editing/comments.ts";
import {
  indentOf,
  insertion,
  lineEnd,
  lineEnding,
  lineInsertion,
  lineStart,
  nextLine,
  skipBlanks,
} from "../editing/splice.ts";
import type { Splice } from "../editing/splice.ts";
import type { ConfigPath, ConfigValue } from "../node.ts";
import { isWithin } from "./blocks.ts";
import type { Block } from "./blocks.ts";
import { entryLine } from "./write.ts";

interface Blocks {
  readonly text: string;
  readonly blocks: readonly [Block, ...Block[]];
}

/** Adds an entry to the map at this path, which has a header, is the root, or follows from headers or dotted keys. */
export function insertEntry(
  file: Blocks,
  { path, key, value }: { readonly path: ConfigPath; readonly key: string; readonly value: ConfigValue },
): Splice {
  const { text, blocks } = file;
  const own = blocks.find((block) => block.path.length === path.length && isWithin(block.path, path));
  // The entry that the new one follows: the last of the block, or the last dotted one of the same map.
  const dotted = blocks.flatMap(({ entries }) => entries).findLast((entry) => isWithin(entry.path, path));
  const last = own === undefined ? dotted : own.entries.at(-1);
  if (last !== undefined && last.blockDepth <= path.length) {
    const keys = [...path.slice(last.blockDepth), key];
    return lineInsertion(text, last.end, indentOf(text, last.start) + entryLine(keys, value));
  }
  const line = entryLine([key], value);
  if (own === undefined) return insertBlock(file, path, [`[${headerOf(path)}]`, line]);
  return own.isRoot ? insertAtTop(file, line) : lineInsertion(text, own.headerEnd, line);
}

/** Adds a block behind all others of the map or list at this path, with a blank line between. */
export function insertBlock({ text, blocks }: Blocks, path: ConfigPath, lines: readonly string[]): Splice {
  const eol = lineEnding(text);
  const last = path.length === 0 ? undefined : blocks.findLast((block) => isWithin(block.path, path));
  const at = last === undefined ? text.length : afterComments(text, last.end);
  const before = text.slice(0, at).trimEnd() === "" || /\n[ \t]*\r?\n$/.test(text.slice(0, at)) ? [] : [""];
  const after = at === text.length || /^[ \t]*\r?\n/.test(text.slice(at)) ? [] : [""];
  return lineInsertion(text, at, [...before, ...lines, ...after].join(eol));
}

/** After the comment lines that follow a block directly, unless they stand directly above the next header. */
function afterComments(text: string, offset: number): number {
  let at = offset;
  while (text[skipBlanks(text, at)] === "#") at = nextLine(text, at);
  return text.slice(at, lineEnd(text, at)).trim() === "" ? at : offset;
}

/** The first entry of the root stands before the first header and the comments above it. */
function insertAtTop({ text, blocks }: Blocks, line: string): Splice {
  const [, first] = blocks;
  if (first === undefined) return lineInsertion(text, text.length, line);
  const eol = lineEnding(text);
  const at = aboveComments({ text, syntax: HASH_COMMENTS, start: lineStart(text, first.start), floor: 0 });
  return insertion(at, `${line}${eol}${eol}`);
}

function headerOf(path: ConfigPath): string {
  return entryLine(path, 0).slice(0, -" = 0".length);
}
