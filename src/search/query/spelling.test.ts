import * as fc from "fast-check";
import { expect, it } from "vitest";
import { spellingOf } from "./spelling.ts";

const spelling = spellingOf([
  "search",
  "repositori",
  "calendar",
  "weather",
  "issu",
  "file",
  "forecast",
  "日本",
]);

it.each([
  ["seacrh", "search"],
  ["serch", "search"],
  ["searchh", "search"],
  ["sesrch", "search"],
  ["repozitorri", "repositori"],
  ["wether", "weather"],
])("reads %s as %s", (typed, meant) => {
  expect(spelling.nearest(typed)).toEqual([meant]);
});

it("takes the beginning of a word for the word", () => {
  expect(spelling.nearest("cal")).toEqual(["calendar"]);
  expect(spelling.nearest("forec")).toEqual(["forecast"]);
});

it.each(["fil3", "docker", "fule", "xweather", "日本語", "", "w", "x".repeat(100)])(
  "does not guess what %j may be",
  (typed) => {
    expect(spelling.nearest(typed)).toEqual([]);
  },
);

it("gives at most three words", () => {
  const many = spellingOf(Array.from("abcdefgh", (letter) => `tes${letter}ing`));
  expect(many.nearest("teszing")).toHaveLength(3);
});

it("finds every word that is one letter away", () => {
  const letter = fc.constantFrom(...Array.from("abcdefghijklmnopqrstuvwxyz"));
  const word = fc.string({ unit: letter, minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(word, letter, fc.nat(), fc.integer({ min: 0, max: 2 }), (meant, extra, choice, kept) => {
      // Inserts, replaces, or replaces two by one; the first letter stays.
      const place = 1 + (choice % (meant.length - 2));
      const typed =
        meant.slice(0, place) + (kept === 2 ? "" : extra) + meant.slice(place + (kept > 0 ? 1 : 0));
      fc.pre(typed.length >= 5);
      expect(spellingOf([meant]).nearest(typed)).toEqual([meant]);
    }),
  );
});
