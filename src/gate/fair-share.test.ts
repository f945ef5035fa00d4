import { expect, it } from "vitest";
import { whoMakesRoom } from "./fair-share.ts";

function losers(newcomer: string, held: Readonly<Record<string, number>>): readonly string[] {
  const entries = Object.entries(held);
  const places = entries.reduce((sum, [, size]) => sum + size, 0);
  return whoMakesRoom({
    newcomer,
    held: new Map(entries.map(([owner, size]) => [owner, { size }])),
    places,
  });
}

it("is whoever is alone, itself", () => {
  expect(losers("a", { a: 10 })).toEqual(["a"]);
});

it("is whoever has its share already, itself and nobody else", () => {
  expect(losers("a", { a: 8, b: 2 })).toEqual(["a"]);
  expect(losers("a", { a: 5, b: 5 })).toEqual(["a"]);
});

it("is for somebody with less than a share those with more, the largest first", () => {
  expect(losers("new", { a: 10 })).toEqual(["a"]);
  expect(losers("b", { a: 8, b: 2 })).toEqual(["a"]);
  expect(losers("new", { a: 4, b: 5, c: 1 })).toEqual(["b", "a"]);
});

it("is nobody who has no more than a share", () => {
  expect(losers("c", { a: 3, b: 6, c: 1 })).not.toContain("a");
});
