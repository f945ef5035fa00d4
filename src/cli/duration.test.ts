import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TackleError } from "../errors.ts";
import { describeDuration, LONGEST_TIMER_MS, readDuration, type DurationRule } from "./duration.ts";

const option = "timeout";
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const unit = fc.constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[]));

function outcomeOf(text: string, rule: Partial<DurationRule>): unknown {
  try {
    return readDuration(text, { option, ...rule });
  } catch (error) {
    return error;
  }
}

describe("readDuration", () => {
  it("reads a whole number with any unit exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), unit, (count, word) => {
        expect(readDuration(`${count}${word}`, { option })).toBe(count * UNITS[word]);
      }),
    );
  });

  it("gives a number alone the unit that the option has always had", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400 }), (count) => {
        expect(readDuration(String(count), { option, bare: "ms" })).toBe(count);
        expect(readDuration(String(count), { option, bare: "s" })).toBe(count * 1000);
      }),
    );
  });

  it("reads back what it describes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LONGEST_TIMER_MS }), (milliseconds) => {
        expect(readDuration(describeDuration(milliseconds), { option })).toBe(milliseconds);
      }),
    );
  });

  it("either gives whole milliseconds within the limits or refuses with the option's name, whatever the text", () => {
    const text = fc.oneof(
      fc.string(),
      fc.tuple(fc.float({ noNaN: true }), unit).map(([count, word]) => `${count}${word}`),
    );
    fc.assert(
      fc.property(text, (given) => {
        const outcome = outcomeOf(given, { bare: "s", leastMs: 5, mostMs: 5000 });
        const isRead = Number.isInteger(outcome) && Number(outcome) >= 5 && Number(outcome) <= 5000;
        const isRefused = outcome instanceof TackleError && outcome.message.startsWith("--timeout cannot be");
        expect(isRead || isRefused).toBe(true);
      }),
    );
  });

  it.each([
    "",
    " ",
    "s",
    "-1s",
    "+1s",
    "1e3",
    "1 s",
    "1S",
    "1M",
    "1ms2",
    "1.s",
    ".5s",
    "1w",
    "Infinity",
    "0x10",
    "٣s",
  ])("refuses '%s'", (text) => {
    expect(() => readDuration(text, { option, bare: "ms" })).toThrow("--timeout cannot be");
  });

  it("takes fractions of a unit", () => {
    expect(["1.5s", "0.5m", "1.25h"].map((text) => readDuration(text, { option }))).toEqual([
      1500, 30_000, 4_500_000,
    ]);
  });

  it("says what a number alone means, or the limits where only those are wrong", () => {
    const hint = (text: string, rule: Partial<DurationRule>): unknown => {
      const outcome = outcomeOf(text, rule);
      return outcome instanceof TackleError ? outcome.hint : outcome;
    };
    expect(hint("soon", { bare: "ms" })).toBe(
      "Write a number and its unit: 500ms, 30s, 2m, 24h or 7d. A number alone is milliseconds.",
    );
    expect(hint("5", {})).toBe("Write a number and its unit: 500ms, 30s, 2m, 24h or 7d.");
    expect(hint("25h", { mostMs: 86_400_000 })).toBe("It must be from 1ms to 1d.");
    expect(hint("0", { bare: "s", leastMs: 1000 })).toContain("from 1s");
  });
});
