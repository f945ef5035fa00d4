/** The arguments that a model wrote: an object, or what is wrong with them in words that the model can act on. */
import { messageOf } from "../errors.ts";
import type { JsonObject } from "../types.ts";

/** Some models write nothing at all when a tool takes no arguments. */
export function readArguments(text: string): JsonObject | string {
  if (text.trim() === "") return {};
  try {
    return checkArguments(JSON.parse(text));
  } catch (error) {
    return `The arguments are not valid JSON: ${messageOf(error)}. Write one JSON object and call the tool again.`;
  }
}

export function checkArguments(value: unknown): JsonObject | string {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  const name = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
  return `The arguments are ${name}. Write one JSON object and call the tool again.`;
}
