import { expect, test } from "vitest";
import { NoiseMeter, type NoiseReport } from "./noise-meter.ts";

test("noise is reported at once, then at most every five seconds, and the rest at the end", () => {
  const reports: NoiseReport[] = [];
  let now = 0;
  const meter = new NoiseMeter((report) => reports.push(report), { now: () => now });
  for (let index = 0; index < 100; index += 1) meter.note("text", `line ${index}`);
  meter.note("stray-reply", "\u001B[2Jx");
  expect(reports).toEqual([
    { kind: "text", count: 1, sample: "line 0" },
    { kind: "stray-reply", count: 1, sample: "x" },
  ]);
  now = 5_000;
  meter.note("text", "y".repeat(1_000));
  expect(reports[2]).toMatchObject({ kind: "text", count: 100 });
  expect(reports[2]?.sample.length).toBeLessThan(250);
  meter.note("text", "last");
  meter.flush();
  meter.flush();
  expect(reports.slice(3)).toEqual([{ kind: "text", count: 1, sample: "last" }]);
  expect(meter.total).toBe(103);
});
