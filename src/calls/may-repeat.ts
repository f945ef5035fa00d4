/**
 * Whether a failed call may be sent a second time: the connection was lost before the server can have acted on it, or
 * the tool says that acting twice does no harm.
 */
import { TackleError } from "../errors.ts";
import type { JsonObject, ToolDefinition } from "../types.ts";
import { classifyHttpError } from "../upstream/transports/http/classify-http-error.ts";

export function mayRepeat(error: unknown, { annotations }: ToolDefinition): boolean {
  if (!(error instanceof TackleError) || error.code !== "connection") return false;
  const http = classifyHttpError(error);
  if (http !== undefined && !http.retryable) return false;
  return http?.mayHaveRun === false || isHarmlessTwice(annotations);
}

function isHarmlessTwice(annotations: unknown): boolean {
  if (typeof annotations !== "object" || annotations === null) return false;
  const says = (hint: string): boolean =>
    Object.hasOwn(annotations, hint) && (annotations as JsonObject)[hint] === true;
  return says("readOnlyHint") || says("idempotentHint");
}
