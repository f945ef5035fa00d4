/**
 * What changed between two definitions of a tool, in lines that a person can read before approving: which words of the
 * texts, which places of the schemas. Bounded in size, and safe to show on a terminal.
 */
import type { ToolDefinition } from "../../types.ts";
import { canonicalJson } from "../../util/canonical-json.ts";
import { isTooDeep, MAX_DEPTH } from "../definition-depth.ts";
import { DEFINING_FIELDS, ownField } from "../fingerprint.ts";
import { showSafely } from "../inspect/finding.ts";
import { wordDifference } from "./word-difference.ts";

const MAX_LINES = 40;
const MAX_LINE_CHARS = 800;

/** One line for each change: `+` added, `-` removed, `~` changed. Empty when the definitions are equal. */
export function describeDifference(before: ToolDefinition, after: ToolDefinition): readonly string[] {
  const changes = DEFINING_FIELDS.flatMap((field) => [
    ...differencesOf([field], ownField(before, field), ownField(after, field)),
  ]);
  const lines = changes.slice(0, MAX_LINES).map((line) => cutLine(line));
  return changes.length > MAX_LINES ? [...lines, `… and ${changes.length - MAX_LINES} more changes`] : lines;
}

type Path = readonly string[];

function* differencesOf(path: Path, before: unknown, after: unknown): Generator<string> {
  if (before === after) return;
  const place = showSafely(path.join("."));
  if (before === undefined) yield `+ ${place}: ${showValue(after)}`;
  else if (after === undefined) yield `- ${place}: ${showValue(before)}`;
  else if (path.length >= MAX_DEPTH) yield `~ ${place}: too deep to compare`;
  else if (isList(before) && isList(after)) yield* listDifferences(path, before, after);
  else if (isPlainObject(before) && isPlainObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* differencesOf([...path, key], ownField(before, key), ownField(after, key));
    }
  } else if (typeof before === "string" && typeof after === "string" && /\s/.test(before + after)) {
    yield `~ ${place}: ${wordDifference(before, after)}`;
  } else {
    yield `~ ${place}: ${showValue(before)} → ${showValue(after)}`;
  }
}

/** Of names and numbers, as in `enum` and `required`, what came and went; of other lists, item by item. */
function* listDifferences(
  path: Path,
  before: readonly unknown[],
  after: readonly unknown[],
): Generator<string> {
  if (![...before, ...after].every((item) => typeof item !== "object")) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      yield* differencesOf([...path, String(index)], before[index], after[index]);
    }
    return;
  }
  const place = showSafely(path.join("."));
  const [old, fresh] = [new Set(before), new Set(after)];
  const removed = [...old].filter((item) => !fresh.has(item));
  const added = [...fresh].filter((item) => !old.has(item));
  for (const item of removed) yield `- ${place}: ${showValue(item)}`;
  for (const item of added) yield `+ ${place}: ${showValue(item)}`;
  const isSameList = before.length === after.length && before.every((item, index) => item === after[index]);
  if (removed.length + added.length === 0 && !isSameList) yield `~ ${place}: the order or number changed`;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function showValue(value: unknown): string {
  return isTooDeep(value) ? "a deeply nested value" : showSafely(canonicalJson(value));
}

function cutLine(line: string): string {
  return line.length > MAX_LINE_CHARS
    ? `${line.slice(0, MAX_LINE_CHARS - 1).replace(/[\ud800-\udbff]$/, "")}…`
    : line;
}
