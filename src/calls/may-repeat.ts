/** Whether a failed call may be sent a second time (D5). */
import { TackleError } from "../errors.ts";
import type { JsonObject, ToolDefinition } from "../types.ts";

/** Only what the server certainly survives twice: the connection was lost, and the tool says that it changes nothing. */
export function mayRepeat(error: unknown, definition: ToolDefinition): boolean {
  if (!(error instanceof TackleError) || error.code !== "connection") return false;
  const { annotations } = definition;
  if (typeof annotations !== "object" || annotations === null) return false;
  const says = (hint: string): boolean => hint in annotations && (annotations as JsonObject)[hint] === true;
  return says("readOnlyHint") || says("idempotentHint");
}
