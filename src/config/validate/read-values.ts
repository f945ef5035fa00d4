/**
 * Readers for the values of fields: each turns a node of the located tree into a checked value, or reports what was
 * expected there and returns undefined. None of them throws, so that one pass finds every problem.
 */
import type { ConfigNode, Position } from "../formats/node.ts";

export interface Finding {
  readonly severity: "error" | "warning";
  readonly at: Position;
  readonly field: string;
  readonly message: string;
  readonly fix?: string;
}

export type Report = (finding: Finding) => void;

/** Turns the text of a field into its value: variables are replaced where the field allows them. */
export type ReadText = (text: string, at: Position, field: string) => string;

export interface ReadContext {
  readonly field: string;
  readonly report: Report;
  readonly readText: ReadText;
}

/** Reads one field of a server, or undefined where it is absent or wrong. */
export type FieldReader = <Value>(
  key: string,
  readValue: (node: ConfigNode, context: ReadContext) => Value | undefined,
) => Value | undefined;

export function readString(node: ConfigNode, context: ReadContext): string | undefined {
  if (node.kind === "scalar" && typeof node.value === "string") return textOf(node.value, node.at, context);
  return wrong(node, context, "a string");
}

export function readBoolean(node: ConfigNode, context: ReadContext): boolean | undefined {
  if (node.kind === "scalar" && typeof node.value === "boolean") return node.value;
  return wrong(node, context, "true or false");
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
  return wrong(node, context, `a whole number from ${minimum} to ${maximum}`);
}

export function readChoice<Choice extends string>(
  node: ConfigNode,
  context: ReadContext,
  choices: readonly Choice[],
): Choice | undefined {
  const value = node.kind === "scalar" ? node.value : undefined;
  return (
    choices.find((choice) => choice === value) ??
    wrong(node, context, choices.map((choice) => `"${choice}"`).join(" or "))
  );
}

export function readStringList(node: ConfigNode, context: ReadContext): string[] | undefined {
  if (node.kind !== "list") return wrong(node, context, "a list of strings");
  const values = node.items.map((item, index) =>
    readScalarText(item, { ...context, field: `${context.field}[${index}]` }),
  );
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** A map whose values are text; numbers and booleans are written as text, as YAML and TOML authors expect. */
export function readStringMap(node: ConfigNode, context: ReadContext): Record<string, string> | undefined {
  return readMap(node, context, readScalarText);
}

/** Tool names or globs → milliseconds. */
export function readDurations(node: ConfigNode, context: ReadContext): Record<string, number> | undefined {
  return readMap(node, context, (value, inner) => readInteger(value, inner, { minimum: 0 }));
}

export function readMap<Value>(
  node: ConfigNode,
  context: ReadContext,
  readValue: (node: ConfigNode, context: ReadContext) => Value | undefined,
): Record<string, Value> | undefined {
  if (node.kind !== "map") return wrong(node, context, "a map");
  const result = Object.create(null) as Record<string, Value>;
  let isComplete = true;
  for (const entry of node.entries) {
    const field = `${context.field}.${entry.key}`;
    if (entry.key === "__proto__") {
      context.report({
        severity: "error",
        at: entry.keyAt,
        field,
        message: `The key '__proto__' is not allowed`,
      });
      isComplete = false;
      continue;
    }
    const value = readValue(entry.value, { ...context, field });
    if (value === undefined) isComplete = false;
    else result[entry.key] = value;
  }
  return isComplete ? result : undefined;
}

export function readScalarText(node: ConfigNode, context: ReadContext): string | undefined {
  if (node.kind !== "scalar" || node.value === null) return wrong(node, context, "a string");
  if (typeof node.value === "number" && Math.abs(node.value) > Number.MAX_SAFE_INTEGER) {
    return wrong(node, context, "written in quotes, because such a large number loses digits");
  }
  return textOf(String(node.value), node.at, context);
}

function textOf(text: string, at: Position, context: ReadContext): string | undefined {
  const value = context.readText(text, at, context.field);
  // No program, header or URL can carry a NUL; the operating system would cut or refuse it later, without a place.
  if (!value.includes("\0")) return value;
  context.report({
    severity: "error",
    at,
    field: context.field,
    message: `'${context.field}' holds a NUL character`,
  });
  return undefined;
}

function wrong(node: ConfigNode, context: ReadContext, expected: string): undefined {
  const message = `'${context.field}' must be ${expected}, not ${describe(node)}`;
  context.report({ severity: "error", at: node.at, field: context.field, message });
  return undefined;
}

function describe(node: ConfigNode): string {
  if (node.kind === "list") return "a list";
  if (node.kind === "map") return "a map";
  if (node.value === null) return "null";
  if (typeof node.value === "string") return "a string";
  return String(node.value);
}
