import { describe, expect, it } from "vitest";
import type { CallRecord } from "../types.ts";
import { exampleCall } from "./fixtures/examples.ts";
import { testStore } from "./fixtures/test-store.ts";

const DAY = 86_400_000;

function logOf(calls: readonly CallRecord[]) {
  const { store } = testStore();
  for (const call of calls) store.calls.record(call);
  return store.calls;
}

describe("a recorded call", () => {
  it("comes back as it was", () => {
    const full = exampleCall({
      id: "full",
      parent: "run-7",
      durationMs: 0.125,
      outcome: "tool-error",
      error: "it said no \u{1F6AB}",
      arguments: '{"q":"a"}',
      fromCache: true,
      caller: "code",
    });
    const plain = exampleCall({ id: "plain" });
    const log = logOf([full, plain]);
    expect(log.byId("full")).toEqual(full);
    expect(log.byId("plain")).toEqual(plain);
    expect(log.byId("none")).toBeUndefined();
  });

  it("is found at once, before any timer", () => {
    expect(logOf([exampleCall({ id: "a" })]).recent()).toHaveLength(1);
  });

  it("is stored once, whoever records it twice", () => {
    const log = logOf([exampleCall({ id: "a" }), exampleCall({ id: "a", tool: "other" })]);
    expect(log.recent().map((call) => call.tool)).toEqual(["search"]);
    expect(log.health().lost).toBe(0);
  });

  it("is bounded, whatever a server or a model put into it", () => {
    const long = "x".repeat(1_000_000);
    const log = logOf([
      exampleCall({
        id: "a",
        tool: long,
        error: long,
        arguments: long,
        callerName: long,
        outcome: "unknown-tool",
      }),
    ]);
    const stored = JSON.stringify(log.byId("a"));
    expect(stored.length).toBeLessThan(100_000);
  });

  it("may hold numbers that are none, and text that is SQL, a NUL or half a character", () => {
    const evil = "'; DROP TABLE calls; --";
    const log = logOf([
      exampleCall({ id: "a", durationMs: Number.NaN, bytesIn: Infinity, bytesOut: 2 ** 60, startedAt: 1.5 }),
      exampleCall({ id: "b", tool: evil, error: "\ud800 \u0000 end" }),
    ]);
    expect(log.byId("a")).toMatchObject({ durationMs: 0, bytesIn: 0, bytesOut: 0, startedAt: 2 });
    expect(log.recent({ tool: evil }).map((call) => call.id)).toEqual(["b"]);
    expect(log.recent()).toHaveLength(2);
  });

  it("that breaks its type does not keep the others from being stored", () => {
    const broken = { ...exampleCall({ id: "b" }), outcome: null as unknown as "ok" };
    const log = logOf([exampleCall({ id: "a" }), broken, exampleCall({ id: "c" })]);
    expect(log.recent().map((call) => call.id)).toEqual(["c", "a"]);
    expect(log.health().lost).toBe(1);
  });
});

describe("recent", () => {
  it("gives the newest first and filters by everything at once", () => {
    const log = logOf([
      exampleCall({ id: "1", startedAt: 1_000 }),
      exampleCall({ id: "2", startedAt: 3_000, server: "slack" }),
      exampleCall({ id: "3", startedAt: 2_000, outcome: "timeout" }),
      exampleCall({ id: "4", startedAt: 4_000, tool: "other", outcome: "timeout" }),
    ]);
    const ids = (query: Parameters<typeof log.recent>[0]): string =>
      log
        .recent(query)
        .map((call) => call.id)
        .join("");
    expect(ids({})).toBe("4231");
    expect(ids({ limit: 2 })).toBe("42");
    expect(ids({ server: "github" })).toBe("431");
    expect(ids({ since: 2_000 })).toBe("423");
    expect(ids({ server: "github", tool: "search", outcome: "timeout", since: 1_500 })).toBe("3");
    expect(ids({ limit: Number.NaN })).toBe("4231");
    expect(ids({ limit: -1 })).toBe("");
    expect(ids({ limit: 1.9 })).toBe("4");
  });
});

describe("stats", () => {
  it("counts by tool: failures, sizes, and the latency of calls that reached the server", () => {
    const calls = Array.from({ length: 20 }, (_, turn) =>
      exampleCall({ id: `ok-${turn}`, durationMs: turn + 1, startedAt: turn }),
    );
    const log = logOf([
      ...calls,
      exampleCall({ id: "cached", durationMs: 0, fromCache: true, startedAt: 500 }),
      exampleCall({ id: "denied", durationMs: 0, outcome: "denied", startedAt: 400 }),
      exampleCall({ id: "slow", durationMs: 9_999, outcome: "timeout", tool: "other", startedAt: 30 }),
    ]);
    expect(log.stats({ by: "tool" })).toEqual([
      {
        server: "github",
        kind: "tool",
        tool: "search",
        calls: 22,
        errors: 1,
        errorRate: 1 / 22,
        cached: 1,
        p50Ms: 10,
        p95Ms: 19,
        bytesIn: 2_200,
        bytesOut: 44_000,
        lastUsedAt: 500,
      },
      expect.objectContaining({
        tool: "other",
        calls: 1,
        errors: 1,
        errorRate: 1,
        p50Ms: 9_999,
        p95Ms: 9_999,
      }),
    ]);
    expect(log.stats({ by: "server" })).toEqual([
      expect.objectContaining({ server: "github", tool: undefined, calls: 23, errors: 2, p95Ms: 20 }),
    ]);
    expect(log.stats({ by: "tool", since: 400 })).toEqual([
      expect.objectContaining({ calls: 2, p50Ms: undefined, p95Ms: undefined }),
    ]);
    expect(log.stats({ by: "tool", since: 501 })).toEqual([]);
  });
});

it("tells a tool from a prompt of the same name, in records and in counts", () => {
  const log = logOf([exampleCall({ id: "tool" }), exampleCall({ id: "prompt", kind: "prompt" })]);
  expect(log.byId("prompt")).toMatchObject({ kind: "prompt", tool: "search" });
  expect(log.stats({ by: "tool" })).toMatchObject([
    { kind: "prompt", tool: "search", calls: 1 },
    { kind: "tool", tool: "search", calls: 1 },
  ]);
  expect(log.stats({ by: "server" })).toMatchObject([{ kind: undefined, calls: 2 }]);
});

describe("timeline", () => {
  it("counts calls and failures in steps of time", () => {
    const log = logOf([
      exampleCall({ id: "1", startedAt: 1_000, durationMs: 1 }),
      exampleCall({ id: "2", startedAt: 1_999, durationMs: 3, outcome: "timeout" }),
      exampleCall({ id: "3", startedAt: 3_000, durationMs: 5 }),
    ]);
    expect(log.timeline({ since: 0, bucketMs: 1_000 })).toEqual([
      { start: 1_000, calls: 2, errors: 1, averageMs: 2 },
      { start: 3_000, calls: 1, errors: 0, averageMs: 5 },
    ]);
    expect(log.timeline({ since: 2_000, bucketMs: 1_000 })).toHaveLength(1);
    expect(() => log.timeline({ since: 0, bucketMs: 0 })).toThrow("at least 1");
    expect(() => log.timeline({ since: 0, bucketMs: 0.5 })).toThrow("whole number");
  });
});

describe("prune", () => {
  it("removes what is too old, and then the oldest until the rest fits", async () => {
    const now = Date.now();
    const calls = Array.from({ length: 5_000 }, (_, turn) =>
      exampleCall({ id: String(turn), startedAt: now - (turn < 4_500 ? 10 * DAY : 0) + turn }),
    );
    const log = logOf(calls);
    expect(await log.prune({ olderThanDays: 7 })).toBe(4_500);
    expect(await log.prune({ olderThanDays: 7, maxRows: 100 })).toBe(400);
    expect(log.recent({ limit: 1_000 })).toHaveLength(100);
    expect(log.recent({ limit: 1 })[0]?.id).toBe("4999");
    expect(await log.prune({ olderThanDays: 7, maxRows: 100 })).toBe(0);
  });
});

describe("the price of recording", () => {
  it("is printed for 100 000 calls", async ({ annotate }) => {
    const { store } = testStore();
    const started = performance.now();
    for (let turn = 0; turn < 100_000; turn += 1) store.calls.record(exampleCall({ id: String(turn) }));
    store.calls.flush();
    const rate = Math.round(100_000_000 / (performance.now() - started));
    const text = `${rate} calls a second`;
    console.log(text);
    await annotate(text);
    expect(store.calls.stats({ by: "server" })[0]?.calls).toBe(100_000);
    expect(store.calls.health()).toMatchObject({ pending: 0, lost: 0 });
  });
});
