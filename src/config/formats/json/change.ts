/** Makes one change in a JSON text. Indentation, line endings and the layout of maps and lists follow the file. */
import { SLASH_COMMENTS } from "../editing/comments.ts";
import { insertItem, removeItem } from "../editing/delimited.ts";
import type { Delimited } from "../editing/delimited.ts";
import { planChange } from "../editing/plan.ts";
import { applySplices, indentOf, isFirstOnLine, lineEnding } from "../editing/splice.ts";
import type { Range, Splice } from "../editing/splice.ts";
import type { Change } from "../format.ts";
import type { ConfigNode, ConfigPath, ConfigValue } from "../node.ts";
import { nodeAt } from "../node.ts";
import { readJson } from "./read.ts";
import type { JsonText } from "./read.ts";
import { writeJson, writeJsonEntry } from "./write.ts";
import type { JsonLayout } from "./write.ts";

/** The changed text, unchecked. */
export function changeJson(text: string, change: Change): string {
  const json = readJson(text);
  const file: JsonFile = { ...json, text, eol: lineEnding(text), unit: indentUnit(text, json) };
  return applySplices(text, splicesFor(file, change));
}

interface JsonFile extends JsonText {
  readonly text: string;
  readonly eol: string;
  readonly unit: string;
}

function splicesFor(file: JsonFile, change: Change): Splice[] {
  const plan = planChange(file.root, change);
  switch (plan.kind) {
    case "replace":
      return [replacement(file, plan.path, plan.value)];
    case "insert":
      return insertItem(delimited(file, plan.path), (indent) => {
        const layout = indent === undefined ? undefined : layoutAt(file, indent);
        return plan.key === undefined
          ? writeJson(plan.value, layout)
          : writeJsonEntry(plan.key, plan.value, layout);
      });
    case "remove": {
      const parent = plan.path.slice(0, -1);
      const step = plan.path.at(-1);
      const node = nodeAt(file.root, parent);
      const index =
        node?.kind === "map" ? node.entries.findIndex((entry) => entry.key === step) : Number(step);
      return removeItem(delimited(file, parent), index);
    }
  }
}

function replacement(file: JsonFile, path: ConfigPath, value: ConfigValue): Splice {
  const { text, root, ends } = file;
  const node = nodeAt(root, path) ?? root;
  const start = node.at.offset;
  const end = ends.get(node) ?? start;
  const hasItems = itemsOf(node, ends).length > 0;
  const spansLines = hasItems ? text.slice(start, end).includes("\n") : startsLine(file, path);
  const layout = spansLines ? layoutAt(file, indentOf(text, start)) : undefined;
  return { start, end, text: writeJson(value, layout) };
}

function delimited(file: JsonFile, path: ConfigPath): Delimited {
  const { text, root, ends, eol, unit } = file;
  const node = nodeAt(root, path) ?? root;
  return {
    text,
    syntax: SLASH_COMMENTS,
    eol,
    unit,
    open: node.at.offset,
    close: (ends.get(node) ?? node.at.offset + 2) - 1,
    items: itemsOf(node, ends),
    padding: node.kind === "map" ? " " : "",
    opensLines: node.kind === "map" && startsLine(file, path),
  };
}

/** Whether the entry or item at this path stands on its own line, so that its value may span lines. */
function startsLine({ text, root }: JsonFile, path: ConfigPath): boolean {
  const step = path.at(-1);
  const parent = nodeAt(root, path.slice(0, -1));
  if (step === undefined || parent === undefined) return true;
  if (parent.kind !== "map") return isFirstOnLine(text, nodeAt(parent, [step])?.at.offset ?? 0);
  return isFirstOnLine(text, parent.entries.find((entry) => entry.key === step)?.keyAt.offset ?? 0);
}

function itemsOf(node: ConfigNode, ends: JsonText["ends"]): Range[] {
  const endOf = (value: ConfigNode): number => ends.get(value) ?? value.at.offset;
  if (node.kind === "list") return node.items.map((item) => ({ start: item.at.offset, end: endOf(item) }));
  if (node.kind === "scalar") return [];
  return node.entries.map(({ keyAt, value }) => ({ start: keyAt.offset, end: endOf(value) }));
}

function layoutAt({ unit, eol }: JsonFile, indent: string): JsonLayout {
  return { indent, unit, eol };
}

/** What the first item on a line of its own adds to the indentation around it; two blanks when there is none. */
function indentUnit(text: string, { root, ends }: JsonText): string {
  const queue: ConfigNode[] = [root];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    const outer = indentOf(text, node.at.offset);
    for (const { start } of itemsOf(node, ends)) {
      const inner = indentOf(text, start);
      const isDeeper = isFirstOnLine(text, start) && inner.length > outer.length && inner.startsWith(outer);
      if (isDeeper) return inner.slice(outer.length);
    }
    if (node.kind === "list") for (const item of node.items) queue.push(item);
    if (node.kind === "map") for (const entry of node.entries) queue.push(entry.value);
  }
  return "  ";
}
