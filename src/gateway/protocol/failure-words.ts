/** What a client is told of a call that has no answer of its server's: why it failed, and what to do. */
import type { CallResult } from "../../types.ts";

export function failureWords({
  error = "The call failed",
  hint,
}: Pick<CallResult, "error" | "hint">): string {
  if (hint === undefined) return error;
  return /[.!?]$/.test(error) ? `${error} ${hint}` : `${error}. ${hint}`;
}
