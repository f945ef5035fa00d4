import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StderrRing } from "./stderr-ring.ts";

describe("the ring of stderr", () => {
  test("gives back the last lines, however they came", () => {
    const lines = fc.array(fc.stringMatching(/^[a-z é]{0,40}$/), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 5_000 }), (given, size) => {
        const ring = new StderrRing();
        const bytes = Buffer.from(given.map((line) => `${line}\n`).join(""));
        for (let start = 0; start < bytes.length; start += size)
          ring.push(bytes.subarray(start, start + size));
        expect(ring.rawTail()).toEqual(given);
        expect(ring.rawTail(3)).toEqual(given.slice(-3));
      }),
    );
  });

  test("keeps only the end of a flood, from the first whole line on", () => {
    const ring = new StderrRing();
    for (let line = 0; line < 100_000; line += 1) ring.push(Buffer.from(`line number ${line}\n`));
    const tail = ring.tail();
    expect(tail).toHaveLength(500);
    expect(tail[0]).toBe("line number 99500");
    expect(tail.at(-1)).toBe("line number 99999");
    ring.push(Buffer.alloc(3_000_000, "x"));
    expect(ring.tail()).toEqual([]);
    expect(ring.totalBytes).toBeGreaterThan(3_000_000);
  });

  test("cuts long lines, drops carriage returns at their end, and keeps an unfinished last line", () => {
    const ring = new StderrRing();
    ring.push(Buffer.from(`${"x".repeat(10_000)}\r\nlast`));
    expect(ring.rawTail()).toEqual([expect.stringMatching(/^x{8192}… \[1808 more characters\]$/), "last"]);
  });

  test("is safe to show unless asked for raw lines", () => {
    const ring = new StderrRing();
    ring.push(Buffer.from("\u001B[31mred\u001B[0m\n"));
    expect(ring.tail()).toEqual(["red"]);
    expect(ring.rawTail()).toEqual(["\u001B[31mred\u001B[0m"]);
    expect(new StderrRing().tail(5)).toEqual([]);
    expect(ring.tail(0)).toEqual([]);
  });
});
