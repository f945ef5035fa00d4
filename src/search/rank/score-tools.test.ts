import { describe, expect, it } from "vitest";
import { makeTool, type ToolSketch } from "../fixtures/make-tools.ts";
import { buildSearchIndex } from "../index/search-index.ts";
import { RULES } from "./ranking.ts";
import { searchTools } from "../search-tools.ts";

const order = (sketches: readonly ToolSketch[], query: string, rules = RULES): readonly string[] =>
  searchTools(buildSearchIndex(sketches.map(makeTool), rules), query).results.map(
    ({ server, tool }) => `${server}.${tool}`,
  );

describe("a server that the query names", () => {
  const tools = [
    { server: "archive", tool: "read_page", description: "A page of Wikimedia." },
    { server: "wikimedia", tool: "page", description: "Of any language." },
    { server: "door", tool: "close_door" },
  ];
  const without = { ...RULES, serverCoverage: 0 };
  const scores = (query: string, rules = RULES): readonly number[] => {
    const index = buildSearchIndex(tools.map(makeTool), rules);
    const { results } = searchTools(index, query);
    return tools.map(({ server }) => results.find((result) => result.server === server)?.score ?? 0);
  };

  it("adds to the score of its tools, and of no others", () => {
    const [archive = 0, wikimedia = 0] = scores("read the wikimedia page");
    const [archiveBefore = 0, wikimediaBefore = 0] = scores("read the wikimedia page", without);
    expect(wikimedia).toBeGreaterThan(wikimediaBefore);
    expect(archive).toBe(archiveBefore);
  });

  it("is not meant by what stands in for a word", () => {
    expect(scores("wikimedai pages")).toEqual(scores("wikimedai pages", without));
  });
});

it("a tool that has more of the query comes before one that has one word of it often", () => {
  const tools = [
    { server: "a", tool: "one", description: "Invoice, invoice, invoice. Invoice. Invoice." },
    { server: "b", tool: "two", description: "Mail about an invoice to a customer." },
  ];
  expect(order(tools, "mail the customer an invoice")[0]).toBe("b.two");
});

it("a rule of 0 switches its words off", () => {
  const tools = [
    { server: "a", tool: "folder_size" },
    { server: "b", tool: "file_size" },
  ];
  expect(order(tools, "directory")).toEqual(["a.folder_size"]);
  expect(order(tools, "directory", { ...RULES, synonym: 0 })).toEqual([]);
  expect(order(tools, "foldr", { ...RULES, respelled: 0 })).toEqual([]);
});
