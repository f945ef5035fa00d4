/** How a YAML file is indented, seen from its first nested map and list; what it does not show is our default. */
import { isCollection, isMap, isSeq } from "yaml";
import type { ParsedNode } from "yaml";
import { lineStart } from "../editing/splice.ts";
import { isBlock, itemsOf } from "./items.ts";
import type { Item } from "./items.ts";
import { DEFAULT_STYLE } from "./write.ts";
import type { YamlStyle } from "./write.ts";

/** The indentation of this file. */
export function styleOf(text: string, root: ParsedNode): YamlStyle {
  let unit: string | undefined;
  let listUnit: string | undefined;
  const column = (item: Item): number => item.start - lineStart(text, item.start);
  const queue: ParsedNode[] = [root];
  for (const node of queue) {
    if (!isCollection(node) || !isBlock(node)) continue;
    for (const item of itemsOf(text, node)) {
      const { value } = item;
      if (value === null) continue;
      queue.push(value);
      if (!isMap(node) || !(isMap(value) || isSeq(value)) || !isBlock(value)) continue;
      const inner = itemsOf(text, value)[0];
      if (inner === undefined) continue;
      const step = " ".repeat(Math.max(0, column(inner) - column(item)));
      if (isMap(value)) unit ??= step;
      else listUnit ??= step;
    }
    if (unit !== undefined && listUnit !== undefined) break;
  }
  const found = unit ?? DEFAULT_STYLE.unit;
  return { unit: found, listUnit: listUnit ?? found };
}
