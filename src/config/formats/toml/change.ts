/**
 * Makes one change in a TOML text. A value is replaced where it stands; a new map gets a header where its neighbours
 * have headers, and braces otherwise.
 */
import { planChange } from "../editing/plan.ts";
import type { Plan } from "../editing/plan.ts";
import { applySplices } from "../editing/splice.ts";
import { EditRefused } from "../format.ts";
import type { Change } from "../format.ts";
import type { ConfigPath, ConfigValue } from "../node.ts";
import { nodeAt } from "../node.ts";
import { pathText } from "../problems.ts";
import { blocksOf, isWithin } from "./blocks.ts";
import type { Block } from "./blocks.ts";
import { changeInline } from "./change-inline.ts";
import { insertBlock, insertEntry } from "./insert.ts";
import { definitionsOf, removeDefinitions, replaceDefinitions, replaceWithComments } from "./remove.ts";
import { readToml } from "./read.ts";
import type { TomlText } from "./read.ts";
import { elementLines, needsHeaders, tableLines } from "./write.ts";

/** The changed text, unchecked. */
export function changeToml(text: string, change: Change): string {
  const file = openFile(text);
  const plan = planChange(file.root, change);
  const host = file.blocks.flatMap(({ entries }) => entries).find((entry) => isWithin(plan.path, entry.path));
  const isWhole = plan.kind === "remove" && host?.path.length === plan.path.length;
  if (host !== undefined && !isWhole) return applySplices(text, changeInline(text, host, plan));
  if (plan.kind === "insert") return insert(file, plan);
  return plan.kind === "replace" ? replace(file, plan.path, plan.value) : remove(file, plan.path);
}

/** A text with its blocks. */
export interface TomlFile extends TomlText {
  readonly text: string;
  readonly blocks: readonly [Block, ...Block[]];
}

function openFile(text: string): TomlFile {
  const toml = readToml(text);
  return { ...toml, text, blocks: blocksOf(text, toml.statements) };
}

function insert(file: TomlFile, { path, key, value }: Extract<Plan, { kind: "insert" }>): string {
  if (key === undefined) {
    if (!needsHeaders([value]))
      throw new EditRefused(`${pathText(path)} is a list of tables and can hold nothing else`);
    return applySplices(file.text, [insertBlock(file, path, elementLines(path, value))]);
  }
  const inner = [...path, key];
  const splice =
    needsHeaders(value) && takesHeaders(file, path)
      ? insertBlock(file, path, tableLines(inner, value))
      : insertEntry(file, { path, key, value });
  return applySplices(file.text, [splice]);
}

/** Whether a new map inside the map at this path gets a header. */
function takesHeaders({ blocks }: TomlFile, path: ConfigPath): boolean {
  if (path.length === 0) return true;
  const own = blocks.find((block) => block.path.length === path.length && isWithin(block.path, path));
  const hasHeadersBelow = blocks.some(
    (block) => block.path.length > path.length && isWithin(block.path, path),
  );
  return hasHeadersBelow || own?.entries.length === 0;
}

function replace(file: TomlFile, path: ConfigPath, value: ConfigValue): string {
  const { text } = file;
  const definitions = definitionsOf(file, path);
  const isElement = typeof path.at(-1) === "number";
  if (isElement && needsHeaders([value])) {
    return applySplices(text, replaceDefinitions(text, definitions, elementLines(path, value)));
  }
  if (
    !isElement &&
    definitions.blocks.length > 0 &&
    definitions.entries.length === 0 &&
    needsHeaders(value)
  ) {
    return applySplices(text, replaceDefinitions(text, definitions, tableLines(path, value)));
  }
  if (isElement)
    throw new EditRefused(`${pathText(path)} is a table in a list of tables and cannot be anything else`);
  const without = applySplices(text, removeDefinitions(file, definitions));
  return changeToml(without, { kind: "set", path, value });
}

function remove(file: TomlFile, path: ConfigPath): string {
  const definitions = definitionsOf(file, path);
  const text = applySplices(file.text, removeDefinitions(file, definitions));
  const parent = path.slice(0, -1);
  if (nodeAt(readToml(text).root, parent) !== undefined) return text;
  // The parent was there only through what is gone, and an empty map or list has to stay.
  const isItem = typeof path.at(-1) === "number";
  if (!isItem && definitions.entries.length === 0) {
    return applySplices(file.text, replaceWithComments(file, definitions, tableLines(parent, {})));
  }
  return changeToml(text, { kind: "set", path: parent, value: isItem ? [] : {} });
}
