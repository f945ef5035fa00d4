import { expect, it } from "vitest";
import { isOwnedBy } from "./ownership.ts";

it("gives what one began to that one alone, and what nobody in particular began to nobody in particular", () => {
  expect(isOwnedBy({ principal: "a:1" }, "a:1")).toBe(true);
  expect(isOwnedBy({ principal: "a:1" }, "a:2")).toBe(false);
  expect(isOwnedBy({ principal: "a:1" }, undefined)).toBe(false);
  expect(isOwnedBy({ principal: undefined }, "a:1")).toBe(false);
  expect(isOwnedBy({ principal: undefined }, undefined)).toBe(true);
});
