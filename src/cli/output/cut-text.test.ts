import fc from "fast-check";
import { expect, it } from "vitest";
import { cutEnd, cutMiddle } from "./cut-text.ts";
import { displayWidth } from "./display-width.ts";

it.each([
  ["plain", 5],
  ["数据", 4],
  ["한글", 4],
  ["ｆｕｌｌ", 8],
  ["😀", 2],
  ["👩‍👩‍👧", 2],
  ["🇨🇭", 2],
  ["❤\ufe0f", 2],
  ["1\ufe0f\u20e3", 2],
  ["cafe\u0301", 4],
  ["→ …", 3],
  ["", 0],
])("counts the columns of '%s' as %i", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

it("cuts both ways to what fits, and never through a character", () => {
  const family = "👩‍👩‍👧";
  const text = fc.array(fc.constantFrom("a", "数", family, "e\u0301", " "), { maxLength: 30 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (parts, width) => {
      const whole = parts.join("");
      for (const cut of [cutEnd(whole, width), cutMiddle(whole, width)]) {
        expect(displayWidth(cut)).toBeLessThanOrEqual(width);
        expect(cut.replaceAll(family, "")).not.toMatch(/[\u200d\p{Cs}]/u);
        expect(cut === whole).toBe(displayWidth(whole) <= width);
        expect(cut.includes("…")).toBe(displayWidth(whole) > width);
      }
    }),
  );
});

it("keeps both ends of a path, and the beginning of a sentence", () => {
  expect(cutMiddle("/home/me/very/long/path/notes.md", 16)).toBe("/home/m…notes.md");
  expect(cutEnd("Reads a file and returns it.", 16)).toBe("Reads a file an…");
});
