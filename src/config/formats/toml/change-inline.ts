/** Changes inside the value of one entry: in braces, in brackets, or the value itself. */
import type { AST } from "toml-eslint-parser";
import { HASH_COMMENTS } from "../editing/comments.ts";
import { insertItem, removeItem } from "../editing/delimited.ts";
import type { Delimited } from "../editing/delimited.ts";
import type { Plan } from "../editing/plan.ts";
import { lineEnding } from "../editing/splice.ts";
import type { Splice } from "../editing/splice.ts";
import { EditRefused } from "../format.ts";
import { pathText } from "../problems.ts";
import { inlineAt } from "./blocks.ts";
import type { Entry } from "./blocks.ts";
import { entryLine, inlineText } from "./write.ts";

/** The splices for a change at or below this entry's value. */
export function changeInline(text: string, entry: Entry, plan: Plan): Splice[] {
  const place = inlineAt(entry.value, plan.path.slice(entry.path.length));
  const isSpread = plan.kind !== "insert" && place !== undefined && place.prefix.length > 0;
  if (place === undefined || isSpread)
    throw new EditRefused(`${pathText(plan.path)} is spread over dotted keys`);
  if (plan.kind === "replace") {
    const [start, end] = place.value.range;
    return [{ start, end, text: inlineText(plan.value) }];
  }
  if (plan.kind === "remove") {
    return place.holder === undefined ? [] : removeItem(delimited(text, place.holder), place.index);
  }
  if (place.value.type === "TOMLValue")
    throw new EditRefused(`${pathText(plan.path)} is neither a map nor a list`);
  const { key, value } = plan;
  return insertItem(delimited(text, place.value), () =>
    key === undefined ? inlineText(value) : entryLine([...place.prefix, key], value),
  );
}

function delimited(text: string, holder: AST.TOMLInlineTable | AST.TOMLArray): Delimited {
  const parts = holder.type === "TOMLArray" ? holder.elements : holder.body;
  return {
    text,
    syntax: HASH_COMMENTS,
    eol: lineEnding(text),
    unit: "  ",
    open: holder.range[0],
    close: holder.range[1] - 1,
    items: parts.map(({ range: [start, end] }) => ({ start, end })),
    padding: holder.type === "TOMLArray" ? "" : " ",
    opensLines: false,
  };
}
