/** The one form in which every call ends, whether it has an answer or a failure. */
import type { TackleError } from "../errors.ts";
import type { CallResult } from "../types.ts";
import type { Call } from "./call.ts";
import type { CallableTool } from "./callable-tool.ts";
import { normaliseResult } from "./normalise-result.ts";
import { normaliseOther } from "./other-kinds.ts";
import { outcomeOf } from "./outcome-of.ts";

/** What a server, or the cache, answered. */
export interface Answer {
  readonly answer: unknown;
  readonly fromCache: boolean;
}

export function resultOf(tool: CallableTool, call: Call, { answer, fromCache }: Answer): CallResult {
  const normal = tool.other === undefined ? normaliseResult(answer) : normaliseOther(answer);
  const { outcome, output, error, data, content, raw } = normal;
  const isNonsense = outcome === "protocol-error";
  return {
    id: call.id,
    server: tool.server,
    tool: tool.tool,
    durationMs: call.duration(),
    outcome,
    success: outcome === "ok",
    output,
    error,
    data,
    content,
    raw,
    whole: undefined,
    hint: isNonsense ? "The server's answer is at fault; 'tackle logs' may say more." : undefined,
    fromCache,
  };
}

export function failureOf(call: Call, error: unknown): CallResult {
  const failure = call.explain(error);
  const { message, protocolError } = failure;
  return {
    id: call.id,
    ...call.ref,
    durationMs: call.duration(),
    outcome: outcomeOf(failure),
    success: false,
    output: "",
    error: message,
    data: undefined,
    content: [],
    raw: undefined,
    whole: undefined,
    hint: hintOn(failure, call),
    protocolError,
    fromCache: false,
  };
}

/** The layers below know how long a call might take, but not who said so. */
function hintOn({ code, hint, tool }: TackleError, { request: { timeoutMs } }: Call): string | undefined {
  if (code !== "timeout" || timeoutMs === undefined) return hint;
  const own = `The call was given ${timeoutMs} ms (--timeout, 'timeoutMs'): give it more if it needs longer.`;
  const isServerAtIt = tool !== undefined;
  return isServerAtIt || hint === undefined ? own : `${own} ${hint}`;
}
