import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/folder.ts";
import { runFixture } from "../fixtures/run.ts";
import { fileSink } from "./file-sink.ts";
import type { LogRecord } from "./record.ts";

function record(message: string, fields: LogRecord["fields"] = {}): LogRecord {
  return { time: "2026-01-01T00:00:00.000Z", level: "info", message, fields };
}

interface Line {
  readonly message: string;
  readonly lost?: number;
}

function linesOf(path: string): Line[] {
  const text = readFileSync(path, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

it("writes one line of JSON per record, in order, all of them at close", async () => {
  const path = join(temporaryFolder(), "logs/tackle.log");
  const sink = fileSink({ path });
  for (let number = 0; number < 5_000; number += 1) sink.write(record(`line ${number}`));
  await sink.close();
  expect(linesOf(path).map((line) => line.message)).toEqual(
    Array.from({ length: 5_000 }, (_, number) => `line ${number}`),
  );
  expect(readFileSync(path, "utf8").split("\n")[0]).toBe(
    '{"time":"2026-01-01T00:00:00.000Z","level":"info","message":"line 0"}',
  );
});

it("keeps file and folder private, also when umask is open or the file was readable before", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "logs/tackle.log");
  const umask = execFileSync("sh", [
    "-c",
    'umask 000; exec "$0" "$@"',
    process.execPath,
    ...fixtureArguments(path),
  ]);
  expect(umask.toString()).toBe("");
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o644);
  const sink = fileSink({ path });
  sink.write(record("again"));
  await sink.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("creates nothing when nothing is written", async () => {
  const folder = temporaryFolder();
  await fileSink({ path: join(folder, "logs/tackle.log") }).close();
  expect(readdirSync(folder)).toEqual([]);
});

it("lets no content forge a line or reach a terminal, nor a field hide the record's own", async () => {
  const path = join(temporaryFolder(), "tackle.log");
  const sink = fileSink({ path });
  const nasty = 'a\n{"level":"error"}\r\u001b[2J\u009b1m\u202e\u2028\u0085é😀';
  sink.write(record(nasty, { level: "fake", [nasty]: nasty }));
  await sink.close();
  expect(readFileSync(path, "utf8")).toMatch(/^[\x20-\x7e]+\n$/);
  expect(linesOf(path)).toEqual([
    { time: "2026-01-01T00:00:00.000Z", level: "info", message: nasty, field_level: "fake", [nasty]: nasty },
  ]);
});

it("bounds a line whatever its fields hold", async () => {
  const path = join(temporaryFolder(), "tackle.log");
  const sink = fileSink({ path });
  sink.write(record("x".repeat(1_000_000), { list: Array.from({ length: 100 }, () => "y".repeat(30_000)) }));
  await sink.close();
  expect(statSync(path).size).toBeLessThan(300_000);
  expect(linesOf(path)).toHaveLength(1);
});

it("rotates by size and keeps as many old files as told", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "tackle.log");
  for (let number = 0; number < 10; number += 1) {
    const sink = fileSink({ path, maxBytes: 1_000, keep: 3 });
    sink.write(record(`line ${number}`, { padding: "x".repeat(600) }));
    await sink.close();
  }
  const names = readdirSync(folder).filter((name) => !name.endsWith(".lock"));
  expect(names.sort()).toEqual(["tackle.log", "tackle.log.1", "tackle.log.2", "tackle.log.3"]);
  expect(names.flatMap((name) => linesOf(join(folder, name))).map((line) => line.message)).toEqual([
    "line 9",
    "line 8",
    "line 7",
    "line 6",
  ]);
});

it(
  "loses and tears no line of eight processes that write and rotate at the same time",
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder();
    const path = join(folder, "tackle.log");
    const writers = Array.from({ length: 8 }, (_, writer) =>
      runFixture("write-log.ts", [path, String(writer), "400"]),
    );
    expect(await Promise.all(writers.map((writer) => writer.ended))).toEqual(
      Array.from({ length: 8 }, () => 0),
    );
    expect(writers.map((writer) => writer.output()).join("")).toBe("");

    const names = readdirSync(folder).filter((name) => !name.endsWith(".lock"));
    expect(names.length).toBeGreaterThan(10);
    const found = names.flatMap((name) => linesOf(join(folder, name))).map((line) => line.message);
    const expected = Array.from({ length: 8 }, (_, writer) =>
      Array.from({ length: 400 }, (__, line) => `line ${writer}-${line}`),
    );
    expect(found.sort()).toEqual(expected.flat().sort());
  },
);

it("opens the file anew when someone removed it", async () => {
  const path = join(temporaryFolder(), "tackle.log");
  const sink = fileSink({ path });
  sink.write(record("one"));
  await expect.poll(() => statSync(path, { throwIfNoEntry: false })?.size).toBeGreaterThan(0);
  rmSync(path);
  sink.write(record("two"));
  await sink.close();
  expect(linesOf(path).map((line) => line.message)).toEqual(["two"]);
});

it("reports a full disk once and goes on", async () => {
  const reports: string[] = [];
  const sink = fileSink({ path: "/dev/full", onFailure: (message) => void reports.push(message) });
  for (let number = 0; number < 100; number += 1) sink.write(record(`line ${number}`));
  await sink.close();
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatch(/Cannot write the log file \/dev\/full: ENOSPC/);
});

it("reports a path that cannot be a file, on stderr unless told otherwise", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  const run = runFixture("write-log.ts", [join(folder, "file/tackle.log"), "0", "3"]);
  expect(await run.ended).toBe(0);
  expect(run.output()).toMatch(/^Cannot write the log file .*\n$/);
});

it(
  "writes what waited, and counts what was lost, when the file can be written again",
  { timeout: 20_000 },
  async () => {
    const folder = temporaryFolder();
    const path = join(folder, "tackle.log");
    mkdirSync(path);
    const reports: string[] = [];
    const sink = fileSink({ path, onFailure: (message) => void reports.push(message) });
    const padding = "x".repeat(30_000);
    for (let number = 0; number < 400; number += 1) sink.write(record(`line ${number}`, { padding }));
    await expect.poll(() => reports.length).toBe(1);
    rmSync(path, { recursive: true });
    await sink.close();
    const names = readdirSync(folder).filter((name) => !name.endsWith(".lock"));
    const lines = names.flatMap((name) => linesOf(join(folder, name)));
    const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0);
    expect(lost).toBeGreaterThan(0);
    expect(lines.filter((line) => line.lost === undefined).length + lost).toBe(400);
  },
);

function fixtureArguments(path: string): string[] {
  return [join(import.meta.dirname, "../fixtures/write-log.ts"), path, "0", "3"];
}
