import { expect, it } from "vitest";
import { createLogger } from "../../util/log/logger.ts";
import type { LogRecord } from "../../util/log/record.ts";
import { createRedactor } from "../../util/redact.ts";
import type { TracedRequest } from "./call-tracer.ts";
import { startCollector } from "./fixtures/collector.ts";
import { readTraceparent } from "./trace-context.ts";
import { startTracing } from "./traces.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const PARENT = `00-${TRACE}-${SPAN}-01`;

async function trace(meta: TracedRequest["meta"], outcome = "ok") {
  const collector = await startCollector();
  const tracing = startTracing({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    version: "1",
    log: createLogger({ level: "error", redactor: createRedactor(), sinks: [] }),
    onSecret: () => undefined,
  });
  const span = tracing?.begin({ method: "tools/call", era: "modern", meta });
  span?.about({ name: "read\ud800", server: "files" });
  span?.end(outcome);
  await tracing?.close();
  return { sent: span?.meta ?? {}, spans: collector.spans };
}

it("is a step in the client's trace, and the parent of the server's", async () => {
  const { sent, spans } = await trace({ traceparent: PARENT, tracestate: "a=b", baggage: "c=d", other: 1 });
  const own = readTraceparent(sent["traceparent"]);
  expect(own).toMatchObject({ traceId: TRACE, isSampled: true });
  expect(sent).toMatchObject({ tracestate: "a=b", baggage: "c=d", other: 1 });
  expect(spans).toMatchObject([
    { traceId: TRACE, parentSpanId: SPAN, spanId: own?.spanId, traceState: "a=b", kind: 2, status: {} },
  ]);
});

it("says what was called and what became of it", async () => {
  const { spans } = await trace({}, "tool-error");
  const [span] = spans;
  expect(span?.name).toBe("tools/call read\ufffd");
  expect(
    Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue])),
  ).toEqual({
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "read\ufffd",
    "tacklebox.server": "files",
    "tacklebox.era": "modern",
    "tacklebox.outcome": "tool-error",
    "error.type": "tool_error",
  });
  expect(span?.status).toEqual({ code: 2 });
  expect(BigInt(span?.endTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(BigInt(span?.startTimeUnixNano ?? 1));
});

it("begins a new trace where the client's makes no sense, and leaves out its state", async () => {
  const { sent, spans } = await trace({ traceparent: `${PARENT}\n`, tracestate: "a=b" });
  expect(readTraceparent(sent["traceparent"])?.traceId).not.toBe(TRACE);
  expect(sent).not.toHaveProperty("tracestate");
  expect(spans[0]).not.toHaveProperty("parentSpanId");
});

it("records nothing of a trace that is not recorded, and passes it on as it is", async () => {
  const meta = { traceparent: `00-${TRACE}-${SPAN}-00`, tracestate: "a=b" };
  const { sent, spans } = await trace(meta);
  expect(sent).toEqual(meta);
  expect(spans).toEqual([]);
});

it("warns of a protocol that it does not speak", async () => {
  const records: LogRecord[] = [];
  const sink = { write: (record: LogRecord) => void records.push(record), close: () => Promise.resolve() };
  const tracing = startTracing({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    version: "1",
    log: createLogger({ level: "warn", redactor: createRedactor(), sinks: [sink] }),
    onSecret: () => undefined,
  });
  await tracing?.close();
  expect(records).toMatchObject([{ level: "warn", message: expect.stringContaining("=grpc") }]);
});
