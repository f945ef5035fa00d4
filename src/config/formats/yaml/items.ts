/**
 * Where the entries of maps and the items of lists stand in a YAML text, in block and in flow style. A path that leads
 * through an alias or a merge key ends in `EditRefused`: what stands there belongs to another place too.
 */
import { isAlias, isCollection, isMap, isScalar, isSeq } from "yaml";
import type { CST, ParsedNode, YAMLMap, YAMLSeq } from "yaml";
import { nextLine } from "../editing/splice.ts";
import { EditRefused } from "../format.ts";
import type { ConfigPath } from "../node.ts";
import { pathText } from "../problems.ts";
import { isMerge, keyText } from "./read.ts";
import type { YamlPair } from "./read.ts";

export type Collection = YAMLMap.Parsed | YAMLSeq.Parsed;

/** One entry or item. */
export interface Item {
  /** Where its key or dash begins. */
  readonly start: number;
  /** After the colon or dash: the value stands between here and the end. */
  readonly gap: number;
  readonly value: ParsedNode | null;
  /** The end of the value, in flow style; the begin of the next line after it, in block style. */
  readonly end: number;
}

/** The way from the root to a node: each collection and which of its items comes next. */
export interface Place {
  readonly collection: Collection;
  readonly index: number;
  readonly item: Item;
}

/** The last step to the value at this path, or undefined for the root itself. */
export function placeAt(text: string, root: ParsedNode, path: ConfigPath): Place | undefined {
  let node: ParsedNode | null = root;
  let place: Place | undefined;
  path.forEach((step, depth) => {
    const collection = editable(node, path.slice(0, depth));
    const index = indexOf(collection, step);
    const item = itemsOf(text, collection)[index];
    if (item === undefined) throw fromMerge(path.slice(0, depth + 1));
    place = { collection, index, item };
    node = item.value;
  });
  return place;
}

/** The map or list at this path. */
export function collectionAt(text: string, root: ParsedNode, path: ConfigPath): Collection {
  const place = placeAt(text, root, path);
  return editable(place === undefined ? root : place.item.value, path);
}

/** All items of a map or list, in their order. */
export function itemsOf(text: string, collection: Collection): Item[] {
  const inBlock = isBlock(collection);
  if (isMap(collection)) return (collection.items as YamlPair[]).map((pair) => pairItem(text, pair, inBlock));
  if (!inBlock) return collection.items.map((value) => flowListItem(value));
  const dashes = (collection.srcToken as CST.BlockSequence).items.flatMap(({ start }) =>
    start.filter((token) => token.type === "seq-item-ind"),
  );
  return collection.items.map((value, index) => {
    const start = dashes[index]?.offset ?? value.range[0];
    return { start, gap: start + 1, value, end: blockEnd(text, value, start + 1) };
  });
}

/** Whether a map or list is written in block style, without brackets. */
export function isBlock(node: ParsedNode | null): boolean {
  return isCollection(node) && node.srcToken?.type !== "flow-collection";
}

/** Whether nothing is written for a value. */
export function isUnwritten(value: ParsedNode | null): boolean {
  return value === null || (isScalar(value) && value.range[0] === value.range[1]);
}

function editable(node: ParsedNode | null, path: ConfigPath): Collection {
  if (isMap(node) || isSeq(node)) return node;
  if (!isAlias(node)) throw new EditRefused(`${pathText(path)} is neither a map nor a list`);
  throw new EditRefused(
    `${pathText(path)} is the alias *${node.source.slice(0, 60)}: its content stands elsewhere and may be used by others`,
  );
}

function fromMerge(path: ConfigPath): EditRefused {
  return new EditRefused(`${pathText(path)} comes from another map, through the merge key "<<"`);
}

function indexOf(collection: Collection, step: string | number): number {
  if (typeof step === "number" || !isMap(collection)) return Number(step);
  return (collection.items as YamlPair[]).findIndex((pair) => !isMerge(pair) && keyText(pair) === step);
}

function pairItem(text: string, pair: YamlPair, inBlock: boolean): Item {
  const { start = [], sep = [] } = pair.srcToken ?? {};
  const property = start.find(
    ({ type }) => type === "anchor" || type === "tag" || type === "explicit-key-ind",
  );
  const colon = sep.find(({ type }) => type === "map-value-ind");
  const gap = colon === undefined ? pair.key.range[1] : colon.offset + 1;
  const { value } = pair;
  const flowEnd = value === null || isUnwritten(value) ? gap : value.range[1];
  const end = inBlock ? blockEnd(text, value, gap) : flowEnd;
  return { start: property?.offset ?? pair.key.range[0], gap, value, end };
}

function flowListItem(value: ParsedNode): Item {
  const [start, end] = value.range;
  return { start, gap: start, value, end };
}

/** The begin of the line after a value in block style. */
function blockEnd(text: string, value: ParsedNode | null, gap: number): number {
  if (value === null || isUnwritten(value)) return nextLine(text, gap);
  if (isBlock(value)) return itemsOf(text, value as Collection).at(-1)?.end ?? nextLine(text, gap);
  const end = value.range[1];
  const isBlockScalar = isScalar(value) && value.srcToken?.type === "block-scalar";
  return isBlockScalar && text[end - 1] === "\n" ? end : nextLine(text, end);
}
