/** What became of a script's program → the result of its call. What it printed is its result when it returned nothing. */
import type { CallToolResult, LoggingLevel } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";

export interface ScriptOutcome {
  /** What it returned; undefined when that was nothing. */
  readonly value: unknown;
  /** Images and other binary content that it returned; handles in `value` stand for them. */
  readonly content: readonly JsonObject[];
  readonly logs: readonly { readonly level: LoggingLevel; readonly text: string }[];
  /** Why it was refused or failed, in its order. */
  readonly failures: readonly ScriptFailure[];
}

export interface ScriptFailure {
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export function scriptResult(outcome: ScriptOutcome, file: string): CallToolResult {
  const { value, content, logs, failures } = outcome;
  const printed = logs.map(({ text }) => text);
  if (failures.length > 0) {
    const lines = [...failures.map((failure) => describeFailure(failure, file)), ...printed];
    return { content: [{ type: "text", text: lines.join("\n") }], isError: true };
  }
  // Handles mean something inside of the run alone: with the content there, the value is no data for others.
  const isHandle = content.length === 1 && isObject(value) && typeof value["handle"] === "string";
  const text = value === undefined ? printed.join("\n") : textOf(value);
  return {
    content: [
      ...(isHandle || text === "" ? [] : [{ type: "text" as const, text }]),
      ...(content as CallToolResult["content"]), // blocks of results, passed on as they came
    ],
    ...(isObject(value) && content.length === 0 ? { structuredContent: value } : undefined),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function describeFailure({ message, line, column }: ScriptFailure, file: string): string {
  if (line === undefined) return `${file}: ${message}`;
  return `${file}:${line}${column === undefined ? "" : `:${column}`}: ${message}`;
}
