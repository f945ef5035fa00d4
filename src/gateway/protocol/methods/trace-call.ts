/** Puts a tool call into a span, where calls are traced; elsewhere it costs nothing and changes nothing. */
import type { JsonObject, ToolRef } from "../../../types.ts";
import { isObject } from "../../../util/is-object.ts";
import type { CallTracer } from "../../operations/call-tracer.ts";
import type { ClientRequest } from "../client-request.ts";

/** What is sent along besides the call itself. */
export type Extra = JsonObject | undefined;
/** Makes the call and says what became of it. */
export type TracedWork = (extra: Extra, onOutcome: (outcome: string) => void) => Promise<JsonObject>;

export function traceCall(
  { tracer, era }: Pick<ClientRequest, "tracer" | "era">,
  call: TracedCall,
  work: TracedWork,
): Promise<JsonObject> {
  return tracer === undefined ? work(call.extra, ignore) : traceBy(tracer, { ...call, era }, work);
}

interface TracedCall {
  readonly tool: ToolRef;
  readonly extra: Extra;
}

const ignore = (): void => undefined;

async function traceBy(
  tracer: CallTracer,
  { tool: { tool, server }, extra, era }: TracedCall & Pick<ClientRequest, "era">,
  work: TracedWork,
): Promise<JsonObject> {
  const given = extra?.["_meta"];
  const span = tracer.begin({ tool, server, era, meta: isObject(given) ? given : {} });
  let last = "internal-error";
  try {
    return await work({ ...extra, _meta: span.meta }, (outcome) => (last = outcome));
  } finally {
    span.end(last);
  }
}
