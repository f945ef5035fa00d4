import { describe, expect, it } from "vitest";
import { exampleEvent } from "../fixtures/examples.ts";
import { tamper } from "../fixtures/tampering.ts";
import { testStore } from "../fixtures/test-store.ts";
import { tenEvents } from "../fixtures/trails.ts";

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
