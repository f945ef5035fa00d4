/**
 * What a tool's function returned → the result that goes to the caller. Data is copied through JSON, because an in-process
 * caller would otherwise hold the tool's own objects, and could see them change.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { TackleError } from "../errors.ts";
import { isImage } from "./image.ts";

/**
 * - nothing → no content
 * - a string → one text block
 * - an image from `image()` → one image block
 * - `{ content: [...] }` → as it is
 * - any other JSON → its text; objects, and whatever an output schema describes, are structured content too
 */
export function buildResult(value: unknown, { hasOutput }: { hasOutput: boolean }): CallToolResult {
  if (value === undefined) return { content: [] };
  if (typeof value === "string" && !hasOutput) return { content: [{ type: "text", text: value }] };
  if (typeof value === "object" && value !== null) {
    if (value instanceof Uint8Array) throw unfit("bytes", 'Return image(bytes, "image/png").');
    if (isImage(value)) return { content: [value] };
    if (isCallToolResult(value)) return value;
  }
  const text = toJson(value);
  const data: unknown = JSON.parse(text);
  const content: CallToolResult["content"] = [{ type: "text", text }];
  return hasOutput || isRecord(data) ? { content, structuredContent: data } : { content };
}

const RESULT_KEYS = new Set(["content", "structuredContent", "isError", "_meta"]);

/** Strict, because a tool's own data may well have a field `content`. */
function isCallToolResult(value: object): value is CallToolResult {
  if (!("content" in value) || !Array.isArray(value.content)) return false;
  if (!Object.keys(value).every((key) => RESULT_KEYS.has(key))) return false;
  return value.content.every((block) => isRecord(block) && typeof block["type"] === "string");
}

function toJson(value: unknown): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    throw unfit(`a value that is no JSON (${String(error)})`, undefined);
  }
  throw unfit(`a ${typeof value}`, undefined);
}

function unfit(what: string, hint: string | undefined): TackleError {
  return new TackleError({
    code: "execution",
    message: `The tool returned ${what}`,
    hint: hint ?? "Return a string, JSON data, or { content: [...] }.",
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
