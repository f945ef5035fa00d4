import { expect, it } from "vitest";
import { completeLimits, DEFAULT_LIMITS, describeExcess, type LimitName } from "./limits.ts";

it("puts what was asked for in the place of the defaults", () => {
  expect(completeLimits({ calls: 5 })).toEqual({ ...DEFAULT_LIMITS, calls: 5 });
});

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 40])(
  "refuses %d as a limit",
  (memoryBytes) => {
    expect(() => completeLimits({ memoryBytes })).toThrow("The limit memoryBytes of a program is");
  },
);

it.each([
  ["wallMs", { wallMs: 30_000 }, "The program ran longer than 30 s (limit wallMs). Do less in one program, or raise the limit wallMs."],
  ["cpuMs", { cpuMs: 1500 }, "The program computed longer than 1500 ms (limit cpuMs). Look for a loop that does not end, or raise the limit cpuMs."],
  ["memoryBytes", {}, "The program needed more memory than 64 MiB (limit memoryBytes). Work on the data in parts, or raise the limit memoryBytes."],
  ["timers", {}, "The program set more timers than 1000 (limit timers). Raise the limit timers."],
] as const)("says which limit was hit and how to raise it: %s", (name: LimitName, asked, expected) => {
  expect(describeExcess(name, completeLimits(asked))).toBe(expected);
}); // prettier-ignore
