import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { docLines, firstSentence, oneLine, writeComment } from "./doc-text.ts";

describe("firstSentence", () => {
  it.each([
    ["Searches the web. Returns links.", "Searches the web."],
    ["Searches the web", "Searches the web"],
    ["Takes a path, e.g. /tmp. Then reads it.", "Takes a path, e.g. /tmp."],
    ["Version 2.5 of it! More.", "Version 2.5 of it!"],
    ["\n\n    Search papers\n    by topic.\n\n    Args:\n        query: text", "Search papers by topic."],
    ["Search papers\nArgs:\n  query: text", "Search papers"],
    ["Can:\n- read\n- write", "Can:"],
    ["# Title\n\nText", "Title"],
    ["", ""],
    ["   ", ""],
  ])("finds what %j is about", (text, expected) => {
    expect(firstSentence(text, 100)).toBe(expected);
  });

  it("cuts a long one at a word", () => {
    expect(firstSentence("word ".repeat(100), 30)).toBe("word word word word word word…");
    expect(firstSentence("x".repeat(100), 30)).toBe(`${"x".repeat(29)}…`);
  });
});

describe("docLines", () => {
  it("removes the indent that all lines share, and blank lines beyond one", () => {
    expect(docLines("First.\n\n\n    Args:\n      a: text\n    \n", 1000)).toEqual([
      "First.",
      "",
      "Args:",
      "  a: text",
    ]);
  });

  it("says where a text was cut", () => {
    expect(docLines("a".repeat(50), 10)).toEqual(["a".repeat(10), "…"]);
  });
});

it("never ends a comment before its end, whatever the text", () => {
  const piece = fc.constantFrom(
    "*",
    "/",
    "*/",
    "\n",
    "\r",
    " ",
    "\u0000",
    "\u001b",
    "\u001b[0m",
    "\u2028",
    "a",
    "**",
    "//",
    "\u200b",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.nat(30), (pieces, max) => {
      const text = pieces.join("");
      const comment = writeComment(docLines(text, max + 1), "  ") ?? "*/";
      expect(comment.indexOf("*/")).toBe(comment.length - 2);
      for (const line of [oneLine(text, max + 2), firstSentence(text, max + 2)]) {
        expect(line).not.toMatch(/\*\/|[\p{Cc}\u2028\u2029]/u);
        expect(line.length).toBeLessThanOrEqual(max + 2);
      }
    }),
    { numRuns: 1000 },
  );
});
