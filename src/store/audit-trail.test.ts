import { describe, expect, it } from "vitest";
import type { AuditEvent } from "./audit-trail/event.ts";
import { linkHash } from "./audit-trail/chain.ts";
import { canonicalJson } from "../util/canonical-json.ts";
import { exampleEvent } from "./fixtures/examples.ts";
import { tamper } from "./fixtures/tampering.ts";
import { testStore, type TestStore } from "./fixtures/test-store.ts";

const DAY = 86_400_000;

function trailOf(events: readonly AuditEvent[]): TestStore {
  const test = testStore();
  for (const event of events) test.store.audit.append(event);
  test.store.audit.flush();
  return test;
}

function tenEvents(): TestStore {
  return trailOf(Array.from({ length: 10 }, (_, turn) => exampleEvent({ callId: `call-${turn + 1}` })));
}

describe("an audit event", () => {
  it("comes back as it was, with its number and hash", () => {
    const event = exampleEvent({ subject: { kind: "person", name: "cli" }, type: "trust-change" });
    const { store } = trailOf([event, exampleEvent()]);
    expect(store.audit.read().at(-1)).toEqual({
      ...event,
      seq: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    });
  });

  it("is bounded, and says where something was cut", () => {
    const { store } = trailOf([
      exampleEvent({ detail: "é\u0001\ud800".repeat(10_000), target: { server: "x".repeat(9_999) } }),
    ]);
    const [stored] = store.audit.read();
    expect(stored?.detail).toMatchObject({ cut: true });
    expect(Buffer.byteLength(JSON.stringify(stored?.detail))).toBeLessThanOrEqual(1_024);
    expect(stored?.target?.server?.length).toBeLessThan(600);
  });

  it("may have a detail that JSON cannot say", async () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const details = [cycle, 5n, () => undefined, Number.NaN, undefined, null, { ["__proto__"]: 1 }];
    const { store } = trailOf(details.map((detail) => exampleEvent({ detail })));
    expect(store.audit.read()).toHaveLength(details.length);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
  });

  it("survives half characters, which SQLite would change", async () => {
    const { store } = trailOf([exampleEvent({ subject: { kind: "client", name: "a\ud800b\u0000c" } })]);
    expect(store.audit.read()[0]?.subject.name).toBe("a\ud800b\u0000c");
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
  });
});

describe("reading the trail", () => {
  it("gives the newest first and filters by type, server and time", () => {
    const { store } = trailOf([
      exampleEvent({ type: "server-start", time: 1 }),
      exampleEvent({ target: { server: "slack" }, time: 2 }),
      exampleEvent({ time: 3 }),
    ]);
    const numbers = (query: Parameters<typeof store.audit.read>[0]): number[] =>
      store.audit.read(query).map((event) => event.seq);
    expect(numbers({})).toEqual([3, 2, 1]);
    expect(numbers({ limit: 1 })).toEqual([3]);
    expect(numbers({ type: "server-start" })).toEqual([1]);
    expect(numbers({ server: "slack" })).toEqual([2]);
    expect(numbers({ since: 2, server: "github" })).toEqual([3]);
  });

  it("exports lines that anybody can verify", () => {
    const events = Array.from({ length: 1_234 }, (_, turn) =>
      exampleEvent({ time: turn, detail: { text: 'a "quoted"\nline' } }),
    );
    const { store } = trailOf(events);
    let previous = "0".repeat(64);
    let count = 0;
    for (const line of store.audit.exportLines()) {
      const { hash, ...event } = JSON.parse(line) as { hash: string };
      previous = linkHash(previous, canonicalJson(event));
      expect(previous).toBe(hash);
      expect(line).not.toContain("\n");
      count += 1;
    }
    expect(count).toBe(1_234);
    expect([...store.audit.exportLines({ since: 1_200 })]).toHaveLength(34);
  });

  it("may go on while others write", () => {
    const { store } = tenEvents();
    const lines = store.audit.exportLines();
    lines.next();
    store.audit.append(exampleEvent());
    store.audit.flush();
    expect([...lines].length).toBeGreaterThanOrEqual(9);
  });
});

describe("verify", () => {
  it("finds nothing in a trail that nobody touched, and none in an empty one", async () => {
    expect(await tenEvents().store.audit.verify()).toMatchObject({
      isIntact: true,
      events: 10,
      head: { seq: 10 },
    });
    expect(await testStore().store.audit.verify()).toMatchObject({ isIntact: true, events: 0 });
  });

  const state = (seq: number): string =>
    `UPDATE audit_state SET head_seq = ${seq}, head_hash = (SELECT hash FROM audit WHERE seq = ${seq})`;
  const tampering: readonly (readonly [string, string, string, number])[] = [
    [
      "an edited event",
      `UPDATE audit SET body = replace(body, 'call-4', 'call-9') WHERE seq = 4`,
      "edited",
      4,
    ],
    ["an edited hash", `UPDATE audit SET hash = '${"0".repeat(64)}' WHERE seq = 4`, "edited", 4],
    ["an edited last hash", `UPDATE audit SET hash = '${"0".repeat(64)}' WHERE seq = 10`, "edited", 10],
    ["a removed event", "DELETE FROM audit WHERE seq = 4", "missing", 4],
    ["a removed first event", "DELETE FROM audit WHERE seq = 1", "missing", 1],
    ["removed events", "DELETE FROM audit WHERE seq BETWEEN 3 AND 6", "missing", 3],
    [
      "a removed event whose place was closed",
      "DELETE FROM audit WHERE seq = 4; UPDATE audit SET seq = seq - 1 WHERE seq > 4",
      "edited",
      4,
    ],
    ["a cut end", "DELETE FROM audit WHERE seq > 7", "truncated", 8],
    ["nothing left", "DELETE FROM audit", "truncated", 1],
    [
      "an event in between",
      "UPDATE audit SET seq = seq + 100 WHERE seq > 4; UPDATE audit SET seq = seq - 99 WHERE seq > 100; INSERT INTO audit (seq, body, hash) SELECT 5, body, hash FROM audit WHERE seq = 4",
      "inserted",
      11,
    ],
    [
      "an event behind the end",
      "INSERT INTO audit (seq, body, hash) SELECT 11, body, hash FROM audit WHERE seq = 4",
      "inserted",
      11,
    ],
    [
      "an event before the beginning",
      "INSERT INTO audit (seq, body, hash) SELECT 0, body, hash FROM audit WHERE seq = 4",
      "inserted",
      0,
    ],
    [
      "two events that changed places",
      "UPDATE audit SET seq = 99 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = 5; UPDATE audit SET seq = 5 WHERE seq = 99",
      "edited",
      4,
    ],
    [
      "a body in the place of another",
      "UPDATE audit SET body = (SELECT body FROM audit WHERE seq = 5) WHERE seq = 4",
      "edited",
      4,
    ],
    ["a body that is no JSON", "UPDATE audit SET body = '{' WHERE seq = 4", "edited", 4],
    ["a removed head", "DELETE FROM audit_state", "head-missing", 10],
    [
      "a moved beginning",
      "UPDATE audit_state SET anchor_seq = 3; DELETE FROM audit WHERE seq <= 3",
      "edited",
      4,
    ],
    [
      "a head that is none of the events",
      `UPDATE audit_state SET head_hash = '${"0".repeat(64)}'`,
      "edited",
      10,
    ],
    ["a head beyond the events", "UPDATE audit_state SET head_seq = 12", "truncated", 11],
  ];

  it.each(tampering)("finds %s", async (_name, sql, reason, seq) => {
    const { store, file } = tenEvents();
    tamper(file, sql);
    expect(await store.audit.verify()).toMatchObject({ isIntact: false, reason, seq });
    expect(store.audit.read({ limit: 100 }).length).toBeGreaterThanOrEqual(0);
  });

  it.each(tampering.filter(([, , reason]) => reason !== "head-missing"))(
    "still finds %s after further events were added",
    async (_name, sql) => {
      const { store, file } = tenEvents();
      tamper(file, sql);
      for (let turn = 0; turn < 3; turn += 1) store.audit.append(exampleEvent());
      expect(store.audit.flush()).toBe(true);
      expect(await store.audit.verify()).toMatchObject({ isIntact: false });
    },
  );

  it("goes on without a head that was removed, and tells of it in the trail", async () => {
    const { store, file } = tenEvents();
    tamper(file, "DELETE FROM audit_state");
    store.audit.append(exampleEvent());
    expect(store.audit.read({ limit: 2 }).map((event) => event.type)).toEqual(["call", "gap"]);
    expect(await store.audit.verify()).toMatchObject({ isIntact: false, reason: "edited", seq: 11 });
  });

  it("finds a chain that was computed anew, or cut with its head, by a head that was kept elsewhere", async () => {
    const { store, file } = tenEvents();
    const before = await store.audit.verify();
    if (!before.isIntact) throw new Error("the trail should be intact");
    tamper(file, `DELETE FROM audit WHERE seq > 7; ${state(7)}`);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 7 });
    expect(await store.audit.verify({ head: before.head })).toMatchObject({
      isIntact: false,
      reason: "other-chain",
      seq: 10,
    });
    for (let turn = 0; turn < 5; turn += 1) store.audit.append(exampleEvent());
    expect(await store.audit.verify({ head: before.head })).toMatchObject({ isIntact: false });
  });

  it("accepts a kept head when the trail has grown, or was pruned, since", async () => {
    const { store } = tenEvents();
    const before = await store.audit.verify();
    if (!before.isIntact) throw new Error("the trail should be intact");
    store.audit.append(exampleEvent({ time: Date.now() }));
    expect(await store.audit.verify({ head: before.head })).toMatchObject({ isIntact: true });
    await store.audit.prune({ olderThanDays: 1 });
    expect(await store.audit.verify({ head: before.head })).toMatchObject({ isIntact: true });
  });
});

describe("retention", () => {
  it("removes old events and leaves a chain that verifies and says what went", async () => {
    const now = Date.now();
    const { store } = trailOf(
      Array.from({ length: 3_000 }, (_, turn) => exampleEvent({ time: turn < 2_500 ? now - 9 * DAY : now })),
    );
    expect(await store.audit.prune({ olderThanDays: 7 })).toBe(2_500);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 501, anchor: { seq: 2_500 } });
    expect(store.audit.read({ limit: 1 })[0]).toMatchObject({
      type: "retention",
      detail: { removed: 2_500, firstKept: 2_501 },
    });
    expect(await store.audit.prune({ olderThanDays: 7 })).toBe(0);
  });

  it("ends, and keeps the numbering, when everything goes", async () => {
    const { store } = tenEvents();
    expect(await store.audit.prune({ olderThanDays: -1 })).toBe(10);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 1, head: { seq: 11 } });
  });

  it("never removes an event that is young, though the clock went back after it", async () => {
    const now = Date.now();
    const { store } = trailOf([now - 9 * DAY, now, now - 9 * DAY].map((time) => exampleEvent({ time })));
    expect(await store.audit.prune({ olderThanDays: 7 })).toBe(1);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 3 });
  });
});
