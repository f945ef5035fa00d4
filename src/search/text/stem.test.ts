import * as fc from "fast-check";
import { expect, it } from "vitest";
import { stem } from "./stem.ts";

// From the examples in Porter's paper.
it.each([
  ["caresses", "caress"],
  ["ponies", "poni"],
  ["cats", "cat"],
  ["feed", "feed"],
  ["agreed", "agre"],
  ["plastered", "plaster"],
  ["bled", "bled"],
  ["motoring", "motor"],
  ["sing", "sing"],
  ["conflated", "conflat"],
  ["hopping", "hop"],
  ["falling", "fall"],
  ["filing", "file"],
  ["happy", "happi"],
  ["sky", "sky"],
  ["relational", "relat"],
  ["rational", "ration"],
  ["digitizer", "digit"],
  ["vietnamization", "vietnam"],
  ["operator", "oper"],
  ["hopefulness", "hope"],
  ["triplicate", "triplic"],
  ["goodness", "good"],
  ["revival", "reviv"],
  ["adjustment", "adjust"],
  ["adoption", "adopt"],
  ["probate", "probat"],
  ["rate", "rate"],
  ["controller", "control"],
])("turns %s into %s", (word, expected) => {
  expect(stem(word)).toBe(expected);
});

it.each([
  ["search", "searches", "searched", "searching"],
  ["generate", "generates", "generating", "generation"],
  ["repository", "repositories"],
])("gives %s and its forms the same stem", (...words) => {
  expect(new Set(words.map(stem)).size).toBe(1);
});

it("leaves something of every word", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,40}$/), (word) => {
      expect(stem(word)).toMatch(/^[a-z]+$/);
    }),
  );
});
