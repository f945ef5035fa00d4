/** The estimate beside a real tokenizer, on texts of the kinds that it is used for. */
import { encode } from "gpt-tokenizer";
import { describe, expect, it } from "vitest";
import { ODD_SCHEMAS } from "./fixtures/odd-schemas.ts";
import { signatureOf } from "./signature-of.ts";
import { estimateTokens } from "./estimate-tokens.ts";

const PROSE =
  "Searches the web for pages that match a query, and returns their titles, addresses and a short summary of each. " +
  "Use it for questions about recent events; results are sorted by relevance, at most 20 at a time.\n";
const CODE =
  'const { links } = await device.BraveSearchMCP.search({ query: "weather in Bern", count: 5 });\n' +
  "for (const link of links) console.log(link.title.trim(), link.publishedAt ?? new Date(0));\n";
const JSON_TEXT = JSON.stringify(ODD_SCHEMAS.map(({ schema }) => schema));
const SIGNATURES = ODD_SCHEMAS.map(({ schema, title }) => {
  const definition = { name: "find_items", description: `Takes ${title}.`, inputSchema: schema };
  return signatureOf({ server: "shop-floor", tool: "find_items", definition }, { detail: "line" }).text;
}).join("\n");

const ratio = (text: string) => estimateTokens(text) / encode(text).length;

describe("estimateTokens", () => {
  it.each([
    ["prose", PROSE.repeat(3)],
    ["code", CODE.repeat(3)],
    ["JSON", JSON_TEXT],
    ["signatures", SIGNATURES],
    ["names", Array.from({ length: 50 }, (_, index) => `get_user_repository_${index}`).join(", ")],
    ["Chinese", "搜索网页并返回与查询匹配的页面标题、地址和简短摘要。".repeat(4)],
    ["Korean", "지하철 도착 정보를 조회하고 결과를 정렬하여 반환합니다. ".repeat(4)],
  ])("is near to what a tokenizer says of %s", (_kind, text) => {
    expect(ratio(text)).toBeGreaterThan(0.85);
    expect(ratio(text)).toBeLessThan(1.35);
  });

  it("counts nothing for nothing, and no less for the lines than for the whole", () => {
    expect(estimateTokens("")).toBe(0);
    const sum = SIGNATURES.split("\n").reduce((total, line) => total + estimateTokens(`${line}\n`), 0);
    expect(sum).toBeGreaterThanOrEqual(estimateTokens(SIGNATURES));
  });

  it("does not miss long runs of anything", () => {
    for (const unit of ["a", "A", "1", "-", " ", "é", "😀", "\u0000"])
      expect(estimateTokens(unit.repeat(10_000))).toBeGreaterThan(encode(unit.repeat(10_000)).length / 4);
  });
});
