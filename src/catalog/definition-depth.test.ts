import { expect, it } from "vitest";
import { isTooDeep, MAX_DEPTH } from "./definition-depth.ts";

const nested = (depth: number) => JSON.parse(`${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`) as unknown;

it("accepts what is as deep as allowed and refuses what is deeper", () => {
  expect(isTooDeep(nested(MAX_DEPTH / 2))).toBe(false);
  expect(isTooDeep(nested(MAX_DEPTH / 2 + 1))).toBe(true);
  expect(isTooDeep({ wide: Array.from({ length: 100_000 }, () => [1]) })).toBe(false);
});

it("does not overflow the stack", () => {
  expect(isTooDeep(nested(200_000))).toBe(true);
});

it.each([undefined, null, 1, "text", {}, []])("accepts %j", (value) => {
  expect(isTooDeep(value)).toBe(false);
});
