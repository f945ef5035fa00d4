import { expect, it } from "vitest";
import { visibleText } from "./visible-text.ts";

it("takes out what hides words, and counts it", () => {
  const hidden = "\u{e0069}\u{e0067}\u{e006e}";
  expect(visibleText(`a\u200bb\u202ec${hidden}\u0007`)).toEqual({ text: "abc", removed: 9 });
});

it("leaves ordinary writing alone, and drops soft hyphens without a word", () => {
  const text = "naïve 日本語 👩‍👩‍👧 ❤️ می‌خواهم\ttab\nline";
  expect(visibleText(text)).toEqual({ text, removed: 0 });
  expect(visibleText("\ufeffhy\u00adphen")).toEqual({ text: "hyphen", removed: 0 });
});
