import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesAny, matchesGlob } from "./glob.ts";

describe("matchesGlob", () => {
  it.each([
    ["search", "search"],
    ["*", ""],
    ["*", "anything"],
    ["get_*", "get_issue"],
    ["*_issue", "get_issue"],
    ["get_*_by_?", "get_user_by_x"],
    ["mcp__ms365__*", "mcp__ms365__list-mail"],
    ["a*b*c", "a-b-b-c"],
    ["?", "😀"],
    ["**", "x"],
    ["[ab].{c}+$", "[ab].{c}+$"],
  ])("%j covers %j", (pattern, text) => {
    expect(matchesGlob(pattern, text)).toBe(true);
  });

  it.each([
    ["search", "Search"],
    ["search", "search2"],
    ["", "a"],
    ["?", ""],
    ["??", "😀"],
    ["get_*", "forget_it"],
    ["a*b", "ab-c"],
    [".*", "anything"],
  ])("%j does not cover %j", (pattern, text) => {
    expect(matchesGlob(pattern, text)).toBe(false);
  });

  it("agrees with the plain definition of a glob", () => {
    const few = fc.array(fc.constantFrom("a", "b", "😀", "*", "?"), { maxLength: 8 });
    fc.assert(
      fc.property(few, few, (pattern, text) => {
        expect(matchesGlob(pattern.join(""), text.join(""))).toBe(naive(pattern, text));
      }),
      { numRuns: 3000 },
    );
  });

  it("is not slowed down by patterns that make others try everything", () => {
    expect(matchesGlob(`${"a*".repeat(50)}b`, "a".repeat(20_000))).toBe(false);
  });
});

it("matches any of several patterns, and none of an empty list", () => {
  expect(matchesAny(["x", "get_*"], "get_issue")).toBe(true);
  expect(matchesAny([], "get_issue")).toBe(false);
});

function naive(pattern: readonly string[], text: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text.length === 0;
  if (first === "*") return naive(rest, text) || (text.length > 0 && naive(pattern, text.slice(1)));
  return text.length > 0 && (first === "?" || first === text[0]) && naive(rest, text.slice(1));
}
