import fc from "fast-check";
import { expect, it } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

const now = Date.parse("2026-11-15T12:00:00Z");
const options = { now, maxMs: 900_000 };

it.for([
  ["0", 0],
  ["120", 120_000],
  [" 5 ", 5_000],
  ["1000000000", 900_000],
  ["9".repeat(60), 900_000],
  ["Sun, 15 Nov 2026 12:01:00 GMT", 60_000],
  ["Sunday, 15-Nov-26 12:01:00 GMT", 60_000],
  ["Sun, 15 Nov 2020 12:01:00 GMT", 0],
  ["Sun, 15 Nov 2099 12:01:00 GMT", 900_000],
] as const)("waits as Retry-After says, within bounds: %s", ([header, expected]) => {
  expect(parseRetryAfter(header, options)).toBe(expected);
});

it.for([
  undefined,
  "",
  " ",
  "soon",
  "-5",
  "1e9",
  "1.5",
  "0x10",
  "NaN",
  "Infinity",
  "2026-11-15",
  "9".repeat(65),
  "Sunday",
])("does not believe Retry-After: %s", (header) => {
  expect(parseRetryAfter(header, options)).toBeUndefined();
});

it("never waits less than nothing or more than the limit", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.nat().map(String), fc.date().map(String)), (header) => {
      const wait = parseRetryAfter(header, options) ?? 0;
      expect(wait >= 0 && wait <= options.maxMs).toBe(true);
    }),
  );
});
