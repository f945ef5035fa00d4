import { expect, it } from "vitest";
import type { LogLine } from "../executor.ts";
import { completeLimits } from "../limits.ts";
import { ConsoleBuffer } from "./console-buffer.ts";

function collect(consoleBytes: number) {
  const bundles: (readonly LogLine[])[] = [];
  const buffer = new ConsoleBuffer(completeLimits({ consoleBytes }), (lines) => bundles.push(lines));
  return { bundles, buffer };
}

it("sends the first lines at once, and a flood of them in bundles", () => {
  const { bundles, buffer } = collect(1_000_000);
  for (let line = 0; line < 10_000; line++) buffer.add("log", "x");
  buffer.flush();
  expect(bundles[0]).toHaveLength(1);
  expect(bundles.length).toBeLessThan(200);
  expect(bundles.flat()).toHaveLength(10_000);
});

it("keeps whole letters up to its limit, says that there was more, and takes nothing after that", () => {
  const { bundles, buffer } = collect(50);
  expect(buffer.add("info", "first")).toBe(true);
  expect(buffer.add("error", "😀".repeat(100))).toBe(false);
  expect(buffer.add("log", "late")).toBe(false);
  const lines = bundles.flat();
  expect(lines.map(({ level }) => level)).toEqual(["info", "error", "warn"]);
  expect(lines[1]?.text).toMatch(/^😀+$/u);
});

it("counts lines without text too", () => {
  const { bundles, buffer } = collect(1000);
  for (let line = 0; line < 1000; line++) buffer.add("log", "");
  expect(bundles.flat().length).toBeLessThan(70);
});

it("takes an unknown level for an ordinary line", () => {
  const { bundles, buffer } = collect(1000);
  buffer.add("__proto__", "x");
  expect(bundles.flat()).toEqual([{ level: "log", text: "x" }]);
});
