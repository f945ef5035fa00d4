import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LineReader } from "./line-reader.ts";

async function linesOf(text: Buffer, cuts: readonly number[], maxBytes = 1000): Promise<string[]> {
  const lines: string[] = [];
  const input = new PassThrough();
  const reading = new LineReader(maxBytes, (line) => lines.push(line)).read(
    input,
    new AbortController().signal,
  );
  let start = 0;
  for (const cut of [...cuts.map((at) => at % (text.length + 1)).sort((a, b) => a - b), text.length]) {
    input.write(text.subarray(start, cut));
    start = cut;
  }
  input.end();
  await reading;
  return lines;
}

it("finds the same lines however the bytes are cut", async () => {
  const line = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => text.replaceAll(/\s/g, "_"));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat()), async (lines, cuts) => {
      const text = Buffer.from(lines.map((one) => `${one}\n`).join(""));
      expect(await linesOf(text, cuts, 100_000)).toEqual(lines);
    }),
    { numRuns: 50 },
  );
});

it("drops a line that is too long, notices its end, and reads on", async () => {
  const text = Buffer.from(`${"x".repeat(5000)}\nnext\n`);
  expect(await linesOf(text, [100, 2000, 4000])).toEqual(["(too long)", "next"]);
});
