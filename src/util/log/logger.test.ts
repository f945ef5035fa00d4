import { expect, it } from "vitest";
import { createRedactor } from "../redact.ts";
import { createLogger, type Logger } from "./logger.ts";
import type { LogLevel, LogRecord, LogSink } from "./record.ts";

function collect(level: LogLevel): { logger: Logger; records: LogRecord[]; closed: () => number } {
  const records: LogRecord[] = [];
  let closed = 0;
  const sink: LogSink = {
    write: (record) => void records.push(record),
    close: () => {
      closed += 1;
      return Promise.resolve();
    },
  };
  const redactor = createRedactor();
  redactor.addSecret("hunter-2-known");
  return { logger: createLogger({ level, redactor, sinks: [sink] }), records, closed: () => closed };
}

it("writes the levels up to the one it is set to", () => {
  const { logger, records } = collect("warn");
  logger.error("a");
  logger.warn("b");
  logger.info("c");
  logger.debug("d");
  expect(records.map(({ level, message }) => [level, message])).toEqual([
    ["error", "a"],
    ["warn", "b"],
  ]);
  expect(logger.isEnabled("warn")).toBe(true);
  expect(logger.isEnabled("info")).toBe(false);
});

it("computes fields only for records that are written", () => {
  const { logger, records } = collect("info");
  let calls = 0;
  const fields = (): { calls: number } => ({ calls: (calls += 1) });
  logger.debug("off", fields);
  expect(calls).toBe(0);
  logger.info("on", fields);
  expect(records[0]?.fields).toEqual({ calls: 1 });
});

it("masks secrets in message, server and fields at every level", () => {
  const { logger, records } = collect("debug");
  const server = logger.child({ server: "srv-hunter-2-known" });
  server.debug("sent hunter-2-known", {
    headers: { Authorization: "x" },
    error: new Error("hunter-2-known"),
  });
  expect(JSON.stringify(records)).not.toContain("hunter-2-known");
  expect(records[0]).toMatchObject({
    message: "sent [redacted]",
    server: "srv-[redacted]",
    fields: { headers: { Authorization: "[redacted]" }, error: { message: "[redacted]" } },
  });
});

it("gives a server a level of its own and shares the sinks", async () => {
  const { logger, records, closed } = collect("warn");
  const child = logger.child({ server: "github", level: "debug" });
  child.debug("seen");
  child.child({ server: "other" }).debug("also seen");
  logger.debug("not seen");
  expect(records.map((record) => record.server)).toEqual(["github", "other"]);
  await logger.close();
  expect(closed()).toBe(1);
});

it("keeps the message when its fields cannot be computed", () => {
  const { logger, records } = collect("info");
  logger.info("still here", () => {
    throw new Error("no fields");
  });
  expect(records[0]).toMatchObject({ message: "still here", fields: { fieldsFailed: "no fields" } });
});
