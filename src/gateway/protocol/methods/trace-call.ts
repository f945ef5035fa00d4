/** Puts a tool call into a span, where calls are traced; elsewhere it costs nothing and changes nothing. */
import type { JsonObject, ToolRef } from "../../../types.ts";
import { isObject } from "../../../util/is-object.ts";
import type { ClientRequest } from "../client-request.ts";

/** What is sent along besides the call itself. */
export type Extra = JsonObject | undefined;
/** Makes the call and says what became of it. */
export type TracedWork = (extra: Extra, onOutcome: (outcome: string) => void) => Promise<JsonObject>;

export async function traceCall(
  { tracer, era }: Pick<ClientRequest, "tracer" | "era">,
  { tool: { tool, server }, extra }: { readonly tool: ToolRef; readonly extra: Extra },
  work: TracedWork,
): Promise<JsonObject> {
  if (tracer === undefined) return work(extra, () => undefined);
  const given = extra?.["_meta"];
  const span = tracer.begin({ tool, server, era, meta: isObject(given) ? given : {} });
  let last = "internal-error";
  try {
    return await work({ ...extra, _meta: span.meta }, (outcome) => (last = outcome));
  } finally {
    span.end(last);
  }
}
