import { expect, it } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

const text = (lines: readonly Buffer[]): string[] => lines.map((line) => line.toString("utf8"));

it("gives a line when its end has come, whatever the bytes are cut into", () => {
  const whole = Buffer.from("ü1\n\nsecond\n");
  for (let cut = 0; cut <= whole.length; cut++) {
    const lines = new LineSplitter();
    const parts = [...lines.push(whole.subarray(0, cut)), ...lines.push(whole.subarray(cut))];
    expect(text(parts)).toEqual(["ü1\n", "\n", "second\n"]);
  }
});

it("keeps back what has no end", () => {
  const lines = new LineSplitter();
  expect(lines.push(Buffer.from("half"))).toEqual([]);
});

it("puts a remark in the place of a line that is too long, and reads on", () => {
  const lines = new LineSplitter(10);
  expect(text(lines.push(Buffer.from("x".repeat(8))))).toEqual([]);
  expect(text(lines.push(Buffer.from("x".repeat(8))))).toEqual([]);
  expect(text(lines.push(Buffer.from("\nshort\n")))).toEqual(["(too long)\n", "short\n"]);
});
