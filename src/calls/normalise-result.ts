/**
 * A server's answer to `tools/call` → the one form that every surface gets. Loses nothing: the blocks stay as they
 * came, text becomes the output, and what is not text is named there with its type and size.
 */
import type { CallOutcome, JsonObject } from "../types.ts";
import { isObject } from "../util/is-object.ts";

export interface NormalResult {
  readonly outcome: Extract<CallOutcome, "ok" | "tool-error" | "protocol-error" | "input-required">;
  readonly output: string;
  readonly data: unknown;
  readonly error: string | undefined;
  readonly content: readonly JsonObject[];
  readonly raw: JsonObject | undefined;
}

export function normaliseResult(answer: unknown): NormalResult {
  if (!isObject(answer)) return nonsense(`The answer is ${nameOf(answer)}, not an object`, undefined);
  const { content = [], structuredContent, toolResult, isError } = answer;
  if (answer["resultType"] === "input_required") {
    const error = "The tool asks for input in the middle of the call, which this caller cannot give";
    return { ...nonsense(error, answer), outcome: "input-required" };
  }
  if (!Array.isArray(content))
    return nonsense(`'content' of the answer is ${nameOf(content)}, not a list`, answer);
  const blocks = content.filter(isObject);
  const data = structuredContent ?? toolResult; // the latter is the word of 2024-10-07
  const text = blocks.map(blockText).join("\n");
  // An empty text is an answer, such as the content of an empty file; but no explanation of a failure.
  const isSaid = text !== "" || (isError !== true && blocks.some(isText));
  const output = isSaid || data === undefined ? text : JSON.stringify(data, undefined, 2);
  const base = { output, data, content: blocks, raw: answer };
  if (isError !== true) return { ...base, outcome: "ok", error: undefined };
  return {
    ...base,
    outcome: "tool-error",
    error: output === "" ? "The tool failed without a message" : output,
  };
}

function nonsense(message: string, raw: JsonObject | undefined): NormalResult {
  return { outcome: "protocol-error", output: "", data: undefined, error: message, content: [], raw };
}

function isText({ type, text }: JsonObject): boolean {
  return type === "text" && typeof text === "string";
}

/** One block as text: what is not text is named with its type and size. */
export function blockText(block: JsonObject): string {
  switch (block["type"]) {
    case "text":
      return typeof block["text"] === "string" ? block["text"] : "";
    case "image":
    case "audio":
      return `[${block["type"]} ${wordOf(block["mimeType"])}, ${sizeOfBase64(block["data"])}]`;
    case "resource":
      return resourceText(isObject(block["resource"]) ? block["resource"] : {});
    case "resource_link":
      return `[resource ${wordOf(block["uri"])}${mimeSuffix(block["mimeType"])}]`;
    default:
      return `[${wordOf(block["type"])} content]`;
  }
}

/** The text of an embedded resource is part of what the tool says; binary is only named. */
function resourceText(resource: JsonObject): string {
  const { uri, mimeType, text, blob } = resource;
  if (typeof text === "string") {
    return `[resource ${wordOf(uri)}${mimeSuffix(mimeType)}, ${readableSize(text.length)}]\n${text}`;
  }
  return `[resource ${wordOf(uri)}${mimeSuffix(mimeType)}, ${sizeOfBase64(blob)}]`;
}

function mimeSuffix(mimeType: unknown): string {
  return typeof mimeType === "string" ? `, ${mimeType}` : "";
}

function wordOf(value: unknown): string {
  return typeof value === "string" && value !== "" ? value.slice(0, 500) : "unknown";
}

function sizeOfBase64(data: unknown): string {
  return typeof data === "string" ? readableSize(Math.floor((data.length * 3) / 4)) : "no data";
}

/** `512 bytes`, `12.3 kB`, `4.0 MB`. */
function readableSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
