/**
 * A span for every tool call that a client makes, with its place in the client's trace, and the server's place under it.
 * Arguments and results are never a part of it.
 */
import type { JsonObject } from "../../types.ts";
import type { Logger } from "../../util/log/logger.ts";
import type { Environment } from "../../util/paths.ts";
import type { CallSpan, CallTracer, SpanCounts, TracedCall } from "./call-tracer.ts";
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
  const exporter = new SpanExporter({ ...settings, version, log });
  return {
    begin: (call) => beginSpan(call, exporter),
    get counts() {
      return exporter.counts;
    },
    close: () => exporter.close(),
  };
}

function beginSpan(call: TracedCall, exporter: Pick<SpanExporter, "add">): CallSpan {
  const parent = readTraceparent(call.meta["traceparent"]);
  // Whoever began the trace decided that it is not recorded; the server is still told of it.
  if (parent?.isSampled === false) return { meta: call.meta, end: () => undefined };
  const own = childOf(parent);
  const startedAt = now();
  return {
    meta: passedOn(call.meta, own, parent !== undefined),
    end: (outcome) => exporter.add(spanOf(call, { own, parent, outcome, startedAt })),
  };
}

/** The state of a trace belongs to its parent: without one that makes sense it means nothing. */
function passedOn(meta: JsonObject, own: TraceContext, hasParent: boolean): JsonObject {
  const { traceparent: _replaced, tracestate, ...rest } = meta;
  const state = hasParent && tracestate !== undefined ? { tracestate } : undefined;
  return { ...rest, traceparent: writeTraceparent(own), ...state };
}

interface Finished {
  readonly own: TraceContext;
  readonly parent: TraceContext | undefined;
  readonly outcome: string;
  readonly startedAt: bigint;
}

const KIND_SERVER = 2;
const STATUS_ERROR = 2;
const LONGEST_NAME = 200;

/** The names of attributes are those of OpenTelemetry's conventions for MCP, and our own. */
function spanOf(
  { tool, server, era, meta }: TracedCall,
  { own, parent, outcome, startedAt }: Finished,
): JsonObject {
  const name = tool.slice(0, LONGEST_NAME).toWellFormed();
  const isFailed = outcome !== "ok" && outcome !== "input-required";
  const { tracestate } = meta;
  return {
    traceId: own.traceId,
    spanId: own.spanId,
    ...(parent === undefined ? undefined : { parentSpanId: parent.spanId }),
    ...(parent !== undefined && typeof tracestate === "string" && tracestate.length <= 512
      ? { traceState: tracestate }
      : undefined),
    name: `tools/call ${name}`,
    kind: KIND_SERVER,
    startTimeUnixNano: String(startedAt),
    endTimeUnixNano: String(now()),
    attributes: attributesOf({
      "mcp.method.name": "tools/call",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      "tacklebox.server": server,
      "tacklebox.era": era,
      "tacklebox.outcome": outcome,
      ...(isFailed ? { "error.type": outcome === "tool-error" ? "tool_error" : outcome } : undefined),
    }),
    status: isFailed ? { code: STATUS_ERROR } : {},
  };
}

/** Nanoseconds since the epoch, on a clock that does not go back while the process runs. */
function now(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n;
}
