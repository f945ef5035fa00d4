import * as fc from "fast-check";
import { expect, it } from "vitest";
import { bestOf } from "./best-of.ts";

it("gives what sorting all would give, also when it is told what a tool may score at most", () => {
  const scores = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 12 }), (values, count) => {
      const scoreOf = (tool: number): number => values[tool] ?? 0;
      const atMost = (tool: number): number => scoreOf(tool) * (1 + (tool % 3));
      const sorted = values
        .map((score, tool) => ({ tool, score }))
        .sort((a, b) => b.score - a.score || a.tool - b.tool)
        .slice(0, count);
      expect(bestOf(values.keys(), { scoreOf }, count)).toEqual(sorted);
      expect(bestOf(values.keys(), { scoreOf, atMost }, count)).toEqual(sorted);
    }),
  );
});
