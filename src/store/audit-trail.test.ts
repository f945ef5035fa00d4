import { describe, expect, it } from "vitest";
import { linkHash } from "./audit-trail/chain.ts";
import { exampleEvent } from "./fixtures/examples.ts";
import { tenEvents, trailOf } from "./fixtures/trails.ts";

const DAY = 86_400_000;

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
      previous = linkHash(previous, JSON.stringify(event));
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
