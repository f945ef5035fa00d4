import { expect, it } from "vitest";
import { createLogger } from "../../util/log/logger.ts";
import type { LogRecord } from "../../util/log/record.ts";
import { createRedactor } from "../../util/redact.ts";
import { startCollector } from "./fixtures/collector.ts";
import { SpanExporter, type SpanExporterOptions } from "./span-exporter.ts";

function exporterFor(url: string, options: Partial<SpanExporterOptions> = {}) {
  const records: LogRecord[] = [];
  const sink = { write: (record: LogRecord) => void records.push(record), close: () => Promise.resolve() };
  const log = createLogger({ level: "warn", redactor: createRedactor(), sinks: [sink] });
  const settings = { url: `${url}/v1/traces`, headers: { "x-key": "k" }, resource: { "service.name": "s" } };
  const exporter = new SpanExporter({
    ...settings,
    timeoutMs: 5000,
    version: "1",
    log,
    pauseMs: 5,
    ...options,
  });
  return { exporter, records };
}

const span = (name: string) => ({ name });
const names = (spans: readonly { readonly name: string }[]) => spans.map(({ name }) => name);

it("sends spans in the background, with the headers and the name it was given", async () => {
  const collector = await startCollector();
  const { exporter } = exporterFor(collector.url);
  exporter.add(span("one"));
  exporter.add(span("two"));
  await expect.poll(() => names(collector.spans)).toEqual(["one", "two"]);
  expect(collector.requests[0]).toMatchObject({ path: "/v1/traces", headers: { "x-key": "k" } });
  expect(collector.resources[0]).toEqual({
    attributes: [{ key: "service.name", value: { stringValue: "s" } }],
  });
  await exporter.close();
});

it("sends what is left when it is closed", async () => {
  const collector = await startCollector();
  const { exporter } = exporterFor(collector.url, { pauseMs: 60_000 });
  for (let number = 0; number < 1200; number += 1) exporter.add(span(String(number)));
  await exporter.close();
  expect(collector.spans).toHaveLength(1200);
  expect(collector.requests).toHaveLength(3);
  expect(exporter.counts).toEqual({ exported: 1200, dropped: 0 });
});

it("tries again what a collector could not take, and says so once", async () => {
  const collector = await startCollector();
  collector.answers.push(503, 429);
  const { exporter, records } = exporterFor(collector.url);
  exporter.add(span("patient"));
  await expect.poll(() => names(collector.spans)).toEqual(["patient"]);
  expect(records).toHaveLength(1);
  await exporter.close();
});

it("gives up what a collector refuses", async () => {
  const collector = await startCollector();
  collector.answers.push(400);
  const { exporter, records } = exporterFor(collector.url);
  exporter.add(span("bad"));
  await expect.poll(() => exporter.counts).toEqual({ exported: 0, dropped: 1 });
  expect(records).toHaveLength(1);
  await exporter.close();
});

it("keeps no more than it may while nobody takes them, and ends all the same", async () => {
  const { exporter } = exporterFor("http://127.0.0.1:1", { mostWaiting: 10 });
  for (let number = 0; number < 25; number += 1) exporter.add(span(String(number)));
  expect(exporter.counts).toEqual({ exported: 0, dropped: 15 });
  await exporter.close();
  expect(exporter.counts).toEqual({ exported: 0, dropped: 25 });
  exporter.add(span("late"));
  expect(exporter.counts.dropped).toBe(26);
});
