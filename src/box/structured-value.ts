/** The data of a result: its structured content, or the JSON that is its only text. Undefined for anything else. */
import type { CallResult } from "../types.ts";

/** Longer texts are not read: what the first results look like is not worth the time. */
const MAX_TEXT_CHARS = 256 * 1024;

export function structuredValue({ data, content }: Pick<CallResult, "data" | "content">): unknown {
  if (data !== undefined) return data;
  const [only, ...others] = content;
  const text = others.length === 0 && only?.["type"] === "text" ? only["text"] : undefined;
  if (typeof text !== "string" || text.length > MAX_TEXT_CHARS || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it only looked like JSON
  }
}
