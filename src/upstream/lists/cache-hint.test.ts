import { expect, it } from "vitest";
import { commonHint, readHint } from "./cache-hint.ts";

it("is read where it makes sense, and is private unless it says otherwise", () => {
  expect(readHint({ ttlMs: 5, cacheScope: "public" })).toEqual({ ttlMs: 5, cacheScope: "public" });
  expect(readHint({ ttlMs: 0 })).toEqual({ ttlMs: 0, cacheScope: "private" });
  for (const ttlMs of [-1, 0.5, "5", Infinity, undefined]) expect(readHint({ ttlMs })).toBeUndefined();
});

it("holds for several lists as far as it holds for each", () => {
  const long = { ttlMs: 60, cacheScope: "public" } as const;
  expect(commonHint([long, { ttlMs: 5, cacheScope: "public" }])).toEqual({ ttlMs: 5, cacheScope: "public" });
  expect(commonHint([long, { ttlMs: 90, cacheScope: "private" }])).toEqual({
    ttlMs: 60,
    cacheScope: "private",
  });
  expect(commonHint([long, undefined])).toBeUndefined();
  expect(commonHint([])).toBeUndefined();
});
