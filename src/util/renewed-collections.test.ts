import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RenewedMap, RenewedSet } from "./renewed-collections.ts";

describe("a map that is made anew from time to time", () => {
  it("holds what a Map would, in the same order", () => {
    const key = fc.nat({ max: 40 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant("set" as const), key }),
      fc.record({ kind: fc.constant("delete" as const), key }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 3000, size: "max" }), (steps) => {
        const map = new RenewedMap<number, number>();
        const model = new Map<number, number>();
        for (const [index, { kind, key: at }] of steps.entries()) {
          const change = (to: RenewedMap<number, number> | Map<number, number>): unknown =>
            kind === "set" ? void to.set(at, index) : to.delete(at);
          expect(change(map)).toBe(change(model));
          expect(map.get(at)).toBe(model.get(at));
        }
        expect([...map]).toEqual([...model]);
        expect(map.keys()).toEqual([...model.keys()]);
        expect(map.values()).toEqual([...model.values()]);
        expect(map.first()).toEqual(model.entries().next().value);
        expect(map.size).toBe(model.size);
      }),
      { numRuns: 30 },
    );
  });

  it("is empty once it is cleared", () => {
    const map = new RenewedMap<string, number>();
    map.set("a", 1);
    map.clear();
    expect([map.size, map.has("a"), map.first()]).toEqual([0, false, undefined]);
  });
});

it("a set that is made anew holds each item once, and can be changed while it is read", () => {
  const set = new RenewedSet<number>();
  for (const item of [1, 2, 2, 3]) set.add(item);
  const seen: number[] = [];
  for (const item of set) {
    seen.push(item);
    set.delete(item);
    set.add(item + 10);
  }
  expect(seen).toEqual([1, 2, 3]);
  expect([...set]).toEqual([11, 12, 13]);
  expect([set.size, set.has(1), set.has(11)]).toEqual([3, false, true]);
});
