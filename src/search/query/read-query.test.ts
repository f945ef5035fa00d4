import { expect, it } from "vitest";
import { RULES } from "../rank/ranking.ts";
import { readQuery, type Vocabulary } from "./read-query.ts";
import { spellingOf } from "./spelling.ts";

const words = ["time", "zone", "convert", "screen", "shot", "filesystem", "base64"];
const vocabulary: Vocabulary = {
  has: (term) => words.includes(term),
  spelling: () => spellingOf(words),
};
const termsFor = (query: string): readonly (readonly string[])[] =>
  readQuery(query, { vocabulary, rules: RULES }).map(({ terms }) => terms.map(({ term }) => term));

it("takes a word apart that nobody writes as one", () => {
  expect(termsFor("timezone")).toEqual([["time", "zone"]]);
  expect(termsFor("Screenshots")).toEqual([["screen", "shot"]]);
});

it("does not take apart what is known, mistyped, or no two words", () => {
  expect(termsFor("filesystem")).toEqual([["filesystem"]]);
  expect(termsFor("screan")).toEqual([["screen"]]);
  expect(termsFor("windowpane")).toEqual([[]]);
});

it("puts together two words that somebody writes as one", () => {
  expect(termsFor("file system")).toContainEqual(["filesystem"]);
});
