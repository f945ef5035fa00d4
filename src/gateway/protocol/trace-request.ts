/** Puts a request into a span, from the moment that it is answered until it has its answer, where requests are traced. */
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import type { CallTracer } from "../operations/call-tracer.ts";
import { JsonText, type Answer, type ClientRequest } from "./client-request.ts";

/** The others are about what there is, and bring nothing to a server. */
const TRACED: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

export function isTraced(method: string): boolean {
  return TRACED.has(method);
}

export async function traceRequest(
  request: ClientRequest,
  tracer: CallTracer,
  answer: (traced: ClientRequest) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { method, era, params, signal } = request;
  const { _meta: given } = params;
  const span = tracer.begin({ method, era, meta: isObject(given) ? given : {} });
  let outcome = "protocol-error";
  try {
    const result = await answer({ ...request, params: { ...params, _meta: span.meta }, span });
    outcome = outcomeOf(result);
    return result;
  } catch (error) {
    if (signal.aborted) outcome = "cancelled";
    throw error;
  } finally {
    span.end(outcome);
  }
}

function outcomeOf(answer: Answer): string {
  if (answer instanceof JsonText) return "ok";
  if (answer["resultType"] === "input_required") return "input-required";
  return answer["isError"] === true ? "tool-error" : "ok";
}

/** For a call inside a request: a span under the request's. */
export function traceInner(
  { tracer, span, era }: ClientRequest,
  { server, tool }: { readonly server: string; readonly tool: string },
): { readonly meta: JsonObject; end(outcome: string): void } | undefined {
  if (tracer === undefined || span === undefined) return undefined;
  // What else the client sent along was for the request itself.
  const { traceparent, tracestate, baggage } = span.meta;
  const meta = Object.fromEntries(
    Object.entries({ traceparent, tracestate, baggage }).filter(([, value]) => value !== undefined),
  );
  const inner = tracer.begin({ method: "tools/call", era, meta, isInner: true });
  inner.about({ name: tool, server });
  return inner;
}
