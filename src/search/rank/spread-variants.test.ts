import { expect, it } from "vitest";
import { makeTool } from "../fixtures/make-tools.ts";
import { buildSearchIndex } from "../index/search-index.ts";
import { spreadVariants } from "./spread-variants.ts";

const order = (server: string) =>
  makeTool({ server, tool: "order_food", description: "Order food from a restaurant nearby." });
const index = buildSearchIndex([
  order("a"),
  order("b"),
  order("c"),
  makeTool({ server: "d", tool: "find_table", description: "Reserves seats for an evening." }),
]);

it("moves copies of a tool behind a different one that scores a little less", () => {
  const ranked = [10, 10, 10, 9].map((score, tool) => ({ tool, score }));
  expect(spreadVariants(ranked, 4, index).map(({ tool }) => tool)).toEqual([0, 3, 1, 2]);
});

it("leaves them where they are when the different one scores much less", () => {
  const ranked = [10, 10, 10, 2].map((score, tool) => ({ tool, score }));
  expect(spreadVariants(ranked, 4, index).map(({ tool }) => tool)).toEqual([0, 1, 2, 3]);
});

it("gives scores that fall, and no more tools than wanted", () => {
  const ranked = [10, 9, 8, 7].map((score, tool) => ({ tool, score }));
  const scores = spreadVariants(ranked, 3, index).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores).toHaveLength(3);
});
