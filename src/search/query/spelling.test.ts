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
