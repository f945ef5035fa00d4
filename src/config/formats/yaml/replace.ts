/**
 * Puts a new value in the place of an old one in block style. The old value can stand on the line of its key or dash,
 * on the lines below, begin on that line and go on below, or not be written at all; the comment on the line stays.
 */
import { isScalar, isSeq } from "yaml";
import { HASH_COMMENTS, endOfTrailingComment } from "../editing/comments.ts";
import { isList } from "../editing/check-value.ts";
import {
  beforeLineEnding,
  deletion,
  insertion,
  lineEnd,
  lineEnding,
  lineStart,
  skipBlanks,
  skipBlanksBack,
} from "../editing/splice.ts";
import type { Splice } from "../editing/splice.ts";
import type { ConfigValue } from "../node.ts";
import { isBlock, isUnwritten } from "./items.ts";
import type { Collection, Place } from "./items.ts";
import { blockLines, flowText, isFilled } from "./write.ts";
import type { YamlStyle } from "./write.ts";

/** The splices for a new value of an item in block style. */
export function replaceInBlock(
  text: string,
  place: Place,
  { value, style }: { readonly value: ConfigValue; readonly style: YamlStyle },
): Splice[] {
  const old = place.item.value;
  const staysInFlow = isSeqOrMap(old) && !isBlock(old) && old.items.length > 0;
  if (!isFilled(value) || staysInFlow) return putInline(text, place, flowText(value));
  const column = place.item.start - lineStart(text, place.item.start);
  const inList = isSeq(place.collection);
  const step = isList(value) ? style.listUnit : style.unit;
  const indent = " ".repeat(column) + (inList ? "  " : step);
  const lines = blockLines(value, indent, style).join(lineEnding(text));
  return putLines(text, place, { lines, afterDash: inList ? lines.slice(indent.length) : undefined });
}

/** Where a value can be written on the line of its key or dash: after the anchor and tag, if there are any. */
export function afterProperties(text: string, gap: number): number {
  let at = gap;
  for (;;) {
    const next = skipBlanks(text, at);
    if (text[next] !== "&" && text[next] !== "!") return at;
    at = next;
    while (at < text.length && !" \t\r\n".includes(text[at] ?? "")) at += 1;
  }
}

type Shape =
  | { readonly kind: "unwritten" }
  /** Within one line, or in brackets or quotes that may span lines. */
  | { readonly kind: "inline"; readonly start: number; readonly end: number }
  /** On the lines below. */
  | { readonly kind: "below"; readonly end: number }
  /** Begins on the line and goes on below: `- a: 1` or `a: |`. */
  | { readonly kind: "hanging"; readonly start: number; readonly end: number };

function shapeOf(text: string, { item }: Place): Shape {
  const { value, gap } = item;
  if (value === null || isUnwritten(value)) return { kind: "unwritten" };
  const [start, end] = value.range;
  const lastLine = beforeLineEnding(text, item.end);
  if (start > lineEnd(text, gap)) return { kind: "below", end: lastLine };
  const isBlockScalar = isScalar(value) && value.srcToken?.type === "block-scalar";
  if (isBlock(value) || isBlockScalar) return { kind: "hanging", start, end: lastLine };
  return { kind: "inline", start, end };
}

function putInline(text: string, place: Place, written: string): Splice[] {
  const shape = shapeOf(text, place);
  if (shape.kind === "inline" || shape.kind === "hanging") {
    return [{ start: shape.start, end: shape.end, text: written }];
  }
  const { gap } = place.item;
  const splices = [insertion(afterProperties(text, gap), ` ${written}`)];
  if (shape.kind === "below") splices.push(deletion(lineEnd(text, gap), shape.end));
  return splices;
}

interface BlockText {
  readonly lines: string;
  /** The lines without the first indentation, to begin right after a dash. */
  readonly afterDash: string | undefined;
}

function putLines(text: string, place: Place, { lines, afterDash }: BlockText): Splice[] {
  const shape = shapeOf(text, place);
  const { gap } = place.item;
  const below = lineEnding(text) + lines;
  if (shape.kind === "below") return [{ start: lineEnd(text, gap), end: shape.end, text: below }];
  if (shape.kind === "hanging") {
    if (afterDash !== undefined) return [{ start: shape.start, end: shape.end, text: afterDash }];
    return [{ start: skipBlanksBack(text, shape.start), end: shape.end, text: below }];
  }
  const at = shape.kind === "inline" ? shape.end : afterProperties(text, gap);
  const lineStop = endOfTrailingComment(text, at, HASH_COMMENTS) ?? lineEnd(text, at);
  const hasComment = text.slice(at, lineStop).trim() !== "";
  if (shape.kind === "inline") {
    if (afterDash !== undefined && !hasComment)
      return [{ start: shape.start, end: shape.end, text: afterDash }];
    return [deletion(skipBlanksBack(text, shape.start), shape.end), insertion(lineStop, below)];
  }
  if (afterDash !== undefined && !hasComment && at === gap) return [insertion(at, ` ${afterDash}`)];
  return [insertion(lineStop, below)];
}

function isSeqOrMap(node: unknown): node is Collection {
  return typeof node === "object" && node !== null && "items" in node;
}
