import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { LogRecord } from "./record.ts";
import { formatLine, stderrSink } from "./stderr-sink.ts";

function record(part: Partial<LogRecord>): LogRecord {
  return { time: "2026-01-01T00:00:00.000Z", level: "warn", message: "message", fields: {}, ...part };
}

it("shows a record as one line", () => {
  const line = formatLine(
    record({ server: "github", fields: { tool: "search", ms: 12, note: "a b", gone: undefined } }),
    false,
  );
  expect(line).toBe('warn  [github] message  tool=search  ms=12  note="a b"');
});

it("shows of an error its message, and of other data its JSON", () => {
  const fields = { error: { name: "Error", message: "it broke", stack: "…" }, list: [1, "x"] };
  expect(formatLine(record({ level: "error", fields }), false)).toBe(
    'error message  error="it broke"  list=[1,"x"]',
  );
});

it("colours only what is ours", () => {
  const line = formatLine(record({ message: "\u001b[32mgreen", fields: { a: 1 } }), true);
  expect(line).toBe("\u001b[33mwarn \u001b[0m green\u001b[2m  a=1\u001b[0m");
});

it("lets nothing in a record forge a line or reach the terminal", () => {
  const nasty = "x\nerror forged\r\u001b]52;c;AAAA\u0007\u202ey\u2028";
  const line = formatLine(
    record({ message: nasty, server: nasty, fields: { [nasty]: nasty, list: [nasty] } }),
    false,
  );
  expect(line).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  expect(line).toMatch(/^warn {2}\[x\\nerror forged/);
});

it("cuts what is too long", () => {
  expect(formatLine(record({ message: "x".repeat(1_000_000) }), false).length).toBeLessThan(5_000);
});

it("writes in order, waits at close, and survives a reader that went away", async () => {
  const stream = new PassThrough();
  const sink = stderrSink({ color: false, stream });
  sink.write(record({ message: "one" }));
  sink.write(record({ message: "two" }));
  await sink.close();
  expect(String(stream.read())).toBe("warn  one\nwarn  two\n");

  sink.write(record({ message: "three" }));
  stream.destroy(new Error("EPIPE"));
  await new Promise((resolve) => setImmediate(resolve));
  sink.write(record({ message: "four" }));
  await expect(sink.close()).resolves.toBeUndefined();
});
