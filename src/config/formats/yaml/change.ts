/** Makes one change in a YAML text. Block style stays block style, flow style stays flow style. */
import { isMap } from "yaml";
import type { ParsedNode } from "yaml";
import { HASH_COMMENTS, startWithComments } from "../editing/comments.ts";
import { insertItem, removeItem } from "../editing/delimited.ts";
import type { Delimited } from "../editing/delimited.ts";
import { planChange } from "../editing/plan.ts";
import type { Plan } from "../editing/plan.ts";
import {
  applySplices,
  beforeLineEnding,
  deletion,
  insertion,
  isFirstOnLine,
  lineDeletion,
  lineEnding,
  lineInsertion,
  lineStart,
  nextLine,
  skipBlanksBack,
} from "../editing/splice.ts";
import type { Splice } from "../editing/splice.ts";
import type { Change } from "../format.ts";
import type { ConfigPath, ConfigValue } from "../node.ts";
import { collectionAt, isBlock, itemsOf, placeAt } from "./items.ts";
import type { Collection, Item } from "./items.ts";
import { readYaml } from "./read.ts";
import { afterProperties, replaceInBlock } from "./replace.ts";
import { styleOf } from "./style.ts";
import { blockLines, entryLines, flowEntry, flowText, isFilled, itemLines } from "./write.ts";
import type { YamlStyle } from "./write.ts";

/** The changed text, unchecked. */
export function changeYaml(text: string, change: Change): string {
  const { root, contents } = readYaml(text);
  const file: YamlFile = { text, contents, eol: lineEnding(text), style: styleOf(text, contents) };
  return applySplices(text, splicesFor(file, planChange(root, change)));
}

interface YamlFile {
  readonly text: string;
  readonly contents: ParsedNode;
  readonly eol: string;
  readonly style: YamlStyle;
}

function splicesFor(file: YamlFile, plan: Plan): Splice[] {
  if (plan.kind === "replace") return replace(file, plan.path, plan.value);
  return plan.kind === "insert" ? insert(file, plan) : remove(file, plan.path);
}

function replace(file: YamlFile, path: ConfigPath, value: ConfigValue): Splice[] {
  const { text, contents, style, eol } = file;
  const place = placeAt(text, contents, path);
  if (place === undefined) {
    const written = isFilled(value) ? blockLines(value, "", style).join(eol) : flowText(value);
    return [{ start: contents.range[0], end: contents.range[1], text: written }];
  }
  const { item, collection } = place;
  if (isBlock(collection)) return replaceInBlock(text, place, { value, style });
  if (item.value !== null && item.end > item.gap) {
    return [{ start: item.value.range[0], end: item.value.range[1], text: flowText(value) }];
  }
  if (item.value !== null && item.gap === item.start) return [{ ...item, text: flowText(value) }];
  return [insertion(item.gap, `${text[item.gap - 1] === ":" ? "" : ":"} ${flowText(value)}`)];
}

function insert(file: YamlFile, { path, key, value }: Extract<Plan, { kind: "insert" }>): Splice[] {
  const { text, contents, style, eol } = file;
  const collection = collectionAt(text, contents, path);
  if (isBlock(collection)) {
    const items = itemsOf(text, collection);
    const column = " ".repeat(columnOf(text, items[0]));
    const lines =
      key === undefined ? itemLines(value, column, style) : entryLines(key, value, { indent: column, style });
    return [lineInsertion(text, items.at(-1)?.end ?? text.length, lines.join(eol))];
  }
  const place = placeAt(text, contents, path);
  const [open, close] = collection.range;
  const isBare = text.slice(open + 1, close - 1).trim() === "";
  // Empty brackets are how an empty map is written in block style: its first entry opens the block.
  if (isBare && (place === undefined || isBlock(place.collection))) {
    return replace(file, path, key === undefined ? [value] : { [key]: value });
  }
  return insertItem(delimited(file, collection), () =>
    key === undefined ? flowText(value) : flowEntry(key, value),
  );
}

function remove(file: YamlFile, path: ConfigPath): Splice[] {
  const { text, contents } = file;
  const place = placeAt(text, contents, path);
  if (place === undefined) return [];
  const { collection, index, item } = place;
  if (!isBlock(collection)) return removeItem(delimited(file, collection), index);
  const items = itemsOf(text, collection);
  if (items.length === 1) return removeOnly(file, { collection, item, path: path.slice(0, -1) });
  const next = items[index + 1];
  if (isFirstOnLine(text, item.start)) {
    const floor = items[index - 1]?.end ?? firstLineOf(file, path.slice(0, -1));
    return [linesOf(text, item, { floor, isLast: next === undefined })];
  }
  // The item begins on the line of the dash that its list or map belongs to: the next one moves up to it.
  if (next !== undefined && item.end === lineStart(text, next.start))
    return [deletion(item.start, next.start)];
  return [deletion(skipBlanksBack(text, item.start), beforeLineEnding(text, item.end))];
}

/** Leaves an empty map or list in the place of one that loses its only item. */
function removeOnly(
  file: YamlFile,
  only: { readonly collection: Collection; readonly item: Item; readonly path: ConfigPath },
): Splice[] {
  const { text, contents } = file;
  const { collection, item, path } = only;
  const empty = isMap(collection) ? "{}" : "[]";
  const holder = placeAt(text, contents, path)?.item;
  if (holder === undefined || !isFirstOnLine(text, item.start)) {
    return [{ start: item.start, end: beforeLineEnding(text, item.end), text: empty }];
  }
  const lines = linesOf(text, item, { floor: firstLineOf(file, path), isLast: true });
  return [insertion(afterProperties(text, holder.gap), ` ${empty}`), lines];
}

/** The deletion of an item's lines and of the comments that belong to it. */
function linesOf(
  text: string,
  item: Item,
  bounds: { readonly floor: number; readonly isLast: boolean },
): Splice {
  const lines = { start: lineStart(text, item.start), end: item.end };
  return lineDeletion(
    text,
    startWithComments({ text, syntax: HASH_COMMENTS, ...lines, ...bounds }),
    item.end,
  );
}

/** The first line that can belong to the items of the collection at this path. */
function firstLineOf({ text, contents }: YamlFile, path: ConfigPath): number {
  const holder = placeAt(text, contents, path)?.item;
  return holder === undefined ? 0 : nextLine(text, holder.gap);
}

function columnOf(text: string, item: Item | undefined): number {
  return item === undefined ? 0 : item.start - lineStart(text, item.start);
}

function delimited({ text, eol, style }: YamlFile, collection: Collection): Delimited {
  const [open, end] = collection.range;
  return {
    text,
    syntax: HASH_COMMENTS,
    eol,
    unit: style.unit,
    open,
    close: end - 1,
    items: itemsOf(text, collection),
    padding: isMap(collection) ? " " : "",
    opensLines: false,
  };
}
