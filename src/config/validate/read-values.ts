/**
 * Readers for the values of fields: each turns a node of the located tree into a checked value, or reports what was
 * expected there and returns undefined. None of them throws, so that one pass finds every problem.
 */
import type { OptionValue } from "../../types.ts";
import type { Report } from "../finding.ts";
import type { ConfigNode, Position } from "../formats/node.ts";
import { nearest } from "../../util/nearest.ts";
import { describeKind, describeValue, ownerOf, wrong } from "./wrong-value.ts";

/** Turns the text of a field into its value: variables are replaced where the field allows them. */
export type ReadText = (text: string, at: Position, field: string) => string;

export interface ReadContext {
  readonly field: string;
  /** The server that has the field; undefined for settings of a whole file. */
  readonly server?: string;
  readonly report: Report;
  readonly readText: ReadText;
}

export type ReadValue<Value> = (node: ConfigNode, context: ReadContext) => Value | undefined;

/** Reads one field of a server, or undefined where it is absent or wrong. */
export type FieldReader = <Value>(key: string, readValue: ReadValue<Value>) => Value | undefined;

export function readString(node: ConfigNode, context: ReadContext): string | undefined {
  if (node.kind === "scalar" && typeof node.value === "string") return textOf(node.value, node.at, context);
  return wrong(node, context, { expected: "a string", given: describeKind(node), fix: A_STRING });
}

export function readBoolean(node: ConfigNode, context: ReadContext): boolean | undefined {
  if (node.kind === "scalar" && typeof node.value === "boolean") return node.value;
  const fix = "Write true or false, without quotes.";
  return wrong(node, context, { expected: "true or false", given: describeValue(node), fix });
}

/** Whole numbers within what timers can count. */
export function readInteger(
  node: ConfigNode,
  context: ReadContext,
  { minimum = 1, maximum = 2 ** 31 - 1 }: { minimum?: number; maximum?: number } = {},
): number | undefined {
  const value = node.kind === "scalar" ? node.value : undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum)
    return value;
  const expected = `a whole number from ${minimum} to ${maximum}`;
  const fix = "Write it in digits, without quotes and without a unit.";
  return wrong(node, context, { expected, given: describeValue(node), fix });
}

export function readChoice<Choice extends string>(
  node: ConfigNode,
  context: ReadContext,
  choices: readonly Choice[],
): Choice | undefined {
  const value = node.kind === "scalar" ? node.value : undefined;
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  const [likely] = nearest(String(value), choices);
  const fix = likely === undefined ? `Use one of: ${choices.join(", ")}.` : `Did you mean '${likely}'?`;
  const expected = choices.map((one) => `"${one}"`).join(" or ");
  return wrong(node, context, { expected, given: describeValue(node), fix });
}

export function readStringList(node: ConfigNode, context: ReadContext): string[] | undefined {
  if (node.kind !== "list") {
    const fix = `Write a list, such as ["one", "two"].`;
    return wrong(node, context, { expected: "a list of strings", given: describeKind(node), fix });
  }
  const values = node.items.map((item, index) =>
    readScalarText(item, { ...context, field: `${context.field}[${index}]` }),
  );
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** A map whose values are text; numbers and booleans are written as text, as YAML and TOML authors expect. */
export function readStringMap(node: ConfigNode, context: ReadContext): Record<string, string> | undefined {
  return readMap(node, context, readScalarText);
}

/** Options of a server: texts, numbers, switches and lists of texts. */
export function readOptionMap(
  node: ConfigNode,
  context: ReadContext,
): Record<string, OptionValue> | undefined {
  return readMap(node, context, (value, inner): OptionValue | undefined => {
    if (value.kind === "list") return readStringList(value, inner);
    if (value.kind === "scalar" && (typeof value.value === "number" || typeof value.value === "boolean"))
      return value.value;
    return readScalarText(value, inner);
  });
}

/** Tool names or globs → milliseconds. */
export function readDurations(node: ConfigNode, context: ReadContext): Record<string, number> | undefined {
  return readMap(node, context, (value, inner) => readInteger(value, inner, { minimum: 0 }));
}

export function readMap<Value>(
  node: ConfigNode,
  context: ReadContext,
  readValue: ReadValue<Value>,
): Record<string, Value> | undefined {
  if (node.kind !== "map") {
    const fix = `Write a map, such as {"name": …}.`;
    return wrong(node, context, { expected: "a map", given: describeKind(node), fix });
  }
  const result = Object.create(null) as Record<string, Value>;
  let isComplete = true;
  for (const { key, keyAt, value: inner } of node.entries) {
    const own = { ...context, field: `${context.field}.${key}` };
    const value = key === "__proto__" ? refuseKey(key, keyAt, own) : readValue(inner, own);
    if (value === undefined) isComplete = false;
    else result[key] = value;
  }
  return isComplete ? result : undefined;
}

/** Whoever looks such a key up later could reach a prototype. */
function refuseKey(key: string, at: Position, context: ReadContext): undefined {
  const message = `The key '${key}' is not allowed${ownerOf(context)}`;
  context.report({ severity: "error", at, field: context.field, message, fix: "Rename or remove it." });
}

export function readScalarText(node: ConfigNode, context: ReadContext): string | undefined {
  if (node.kind !== "scalar" || node.value === null) {
    return wrong(node, context, { expected: "a string", given: describeKind(node), fix: A_STRING });
  }
  if (typeof node.value === "number" && Math.abs(node.value) > Number.MAX_SAFE_INTEGER) {
    const given = "a number so large that it loses digits";
    return wrong(node, context, { expected: "a string", given, fix: A_STRING });
  }
  return textOf(String(node.value), node.at, context);
}

const A_STRING = "Write one text, in quotes.";

function textOf(text: string, at: Position, context: ReadContext): string | undefined {
  const value = context.readText(text, at, context.field);
  // No program, header or URL can carry a NUL; the operating system would cut or refuse it later, without a place.
  if (!value.includes("\0")) return value;
  const fix = "Remove the character; look into the variables, too.";
  return wrong({ at }, context, { expected: "plain text", given: "one with a NUL character", fix });
}
