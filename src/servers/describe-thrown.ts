/** Whatever a tool threw → what the model is told. Never a stack: it would show paths, and helps no model. */
import { TackleError } from "../errors.ts";

export function describeThrown(thrown: unknown): string {
  if (thrown instanceof TackleError && thrown.hint !== undefined) return `${thrown.message}\n${thrown.hint}`;
  if (thrown instanceof Error)
    return thrown.message === "" ? `The tool failed: ${thrown.name}` : thrown.message;
  if (typeof thrown === "string" && thrown !== "") return thrown;
  return `The tool failed and threw ${nameOf(thrown)}`;
}

/** Neither `String` nor `JSON.stringify` is safe for every value. */
function nameOf(thrown: unknown): string {
  if (thrown === "") return "an empty string";
  if (typeof thrown === "function" || typeof thrown === "symbol") return `a ${typeof thrown}`;
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  try {
    return JSON.stringify(thrown).slice(0, 1000);
  } catch {
    return "an object"; // a circle, a BigInt or a bad toJSON: there is nothing better to say
  }
}
