/**
 * A span for every request of a client that reaches for a tool, a prompt or a resource, and for every call inside one, with its place in the client's trace, and the server's place under it.
 * Arguments and results are never a part of it.
 */
import type { JsonObject } from "../../types.ts";
import type { Logger } from "../../util/log/logger.ts";
import type { Environment } from "../../util/paths.ts";
import type { CallTracer, RequestSpan, RequestTarget, SpanCounts, TracedRequest } from "./call-tracer.ts";
import { attributesOf, SpanExporter } from "./span-exporter.ts";
import { childOf, readTraceparent, writeTraceparent, type TraceContext } from "./trace-context.ts";
import { readTraceSettings } from "./trace-settings.ts";

export interface Tracing extends CallTracer {
  readonly counts: SpanCounts;
  close(): Promise<void>;
}

export interface TracingOptions {
  readonly env: Environment;
  readonly version: string;
  readonly log: Logger;
  /** Told of values that no log may show. */
  readonly onSecret: (value: string) => void;
}

/** Undefined where the environment does not ask for it. */
export function startTracing({ env, version, log, onSecret }: TracingOptions): Tracing | undefined {
  const settings = readTraceSettings(env);
  if (settings === undefined) return undefined;
  for (const value of Object.values(settings.headers)) onSecret(value);
  if (settings.remark !== undefined) log.warn(settings.remark, { url: settings.url });
  const exporter = new SpanExporter({ ...settings, version, log });
  return {
    begin: (request) => beginSpan(request, exporter),
    get counts() {
      return exporter.counts;
    },
    close: () => exporter.close(),
  };
}

function beginSpan(request: TracedRequest, exporter: Pick<SpanExporter, "add">): RequestSpan {
  const parent = readTraceparent(request.meta["traceparent"]);
  // Whoever began the trace decided that it is not recorded; the server is still told of it.
  if (parent?.isSampled === false) return { meta: request.meta, about: nothing, note: nothing, end: nothing };
  const own = childOf(parent);
  const startedAt = now();
  let target: RequestTarget = {};
  let noted: string | undefined;
  return {
    meta: passedOn(request.meta, own, parent !== undefined),
    about: (found) => (target = found),
    note: (outcome) => (noted = outcome),
    end: (outcome) =>
      exporter.add(spanOf(request, { own, parent, target, outcome: noted ?? outcome, startedAt })),
  };
}

const nothing = (): void => undefined;

/** The state of a trace belongs to its parent: without one that makes sense it means nothing. */
function passedOn(meta: JsonObject, own: TraceContext, hasParent: boolean): JsonObject {
  const { traceparent: _replaced, tracestate, ...rest } = meta;
  const state = hasParent && tracestate !== undefined ? { tracestate } : undefined;
  return { ...rest, traceparent: writeTraceparent(own), ...state };
}

interface Finished {
  readonly own: TraceContext;
  readonly parent: TraceContext | undefined;
  readonly target: RequestTarget;
  readonly outcome: string;
  readonly startedAt: bigint;
}

const KIND_SERVER = 2;
const KIND_CLIENT = 3;
const STATUS_ERROR = 2;
const LONGEST_NAME = 200;

/** The names of attributes are those of OpenTelemetry's conventions for MCP, and our own. */
function spanOf(
  { method, era, meta, isInner }: TracedRequest,
  { own, parent, target, outcome, startedAt }: Finished,
): JsonObject {
  const name = target.name?.slice(0, LONGEST_NAME).toWellFormed();
  const isFailed = outcome !== "ok" && outcome !== "input-required";
  const { tracestate } = meta;
  return {
    traceId: own.traceId,
    spanId: own.spanId,
    ...(parent === undefined ? undefined : { parentSpanId: parent.spanId }),
    ...(parent !== undefined && typeof tracestate === "string" && tracestate.length <= 512
      ? { traceState: tracestate }
      : undefined),
    name: name === undefined ? method : `${method} ${name}`,
    kind: isInner === true ? KIND_CLIENT : KIND_SERVER,
    startTimeUnixNano: String(startedAt),
    endTimeUnixNano: String(now()),
    attributes: attributesOf({
      "mcp.method.name": method,
      ...(method === "tools/call" ? { "gen_ai.operation.name": "execute_tool" } : undefined),
      ...(name === undefined ? undefined : { [nameKeyOf(method)]: name }),
      ...(target.server === undefined ? undefined : { "tacklebox.server": target.server }),
      "tacklebox.era": era,
      "tacklebox.outcome": outcome,
      ...(isFailed ? { "error.type": outcome === "tool-error" ? "tool_error" : outcome } : undefined),
    }),
    status: isFailed ? { code: STATUS_ERROR } : {},
  };
}

function nameKeyOf(method: string): string {
  return method === "prompts/get" ? "gen_ai.prompt.name" : "gen_ai.tool.name";
}

/** Nanoseconds since the epoch, on a clock that does not go back while the process runs. */
function now(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n;
}
