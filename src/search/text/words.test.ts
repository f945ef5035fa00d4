import * as fc from "fast-check";
import { expect, it } from "vitest";
import { wordsOf } from "./words.ts";

it.each<[string, string[]]>([
  ["", []],
  ["create_pull-request.now", ["create", "pull", "request", "now"]],
  ["createPullRequest", ["create", "pull", "request"]],
  ["getHTMLPageById", ["get", "html", "page", "by", "id"]],
  ["all URLs and IDs", ["all", "urls", "and", "ids"]],
  ["GitHub", ["git", "hub", "github"]],
  ["mp3 to base64", ["mp", "3", "mp3", "to", "base", "64", "base64"]],
  ["issue12345678", ["issue", "12345678"]],
  ["naïve Größe", ["naive", "große"]],
  ["检索网页", ["检索", "索网", "网页"]],
  ["Москва получитьПогоду", ["москва", "получитьпогоду"]],
])("finds the words of %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it("finds the words of an identifier or a sentence however long it is", () => {
  const identifier = "listAllOpenPullRequestsOfAnOrganisationByAuthorAndLabel";
  expect(wordsOf(identifier)).toHaveLength(12);
  expect(wordsOf("检索".repeat(100))).toHaveLength(199);
});

it("takes no notice of what is too long to be a word", () => {
  expect(wordsOf(`read ${"a".repeat(1000)} file`)).toEqual(["read", "file"]);
});

it("finds the same words whatever the separators and the case of an identifier", () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 3, maxLength: 6 }), (words) => {
      const camel = words.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join("");
      for (const form of [words.join("_"), words.join("-"), words.join(" "), camel])
        expect(wordsOf(form)).toEqual(words);
    }),
  );
});

it("never throws, and gives lower-case words without anything else in them", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const word of wordsOf(text)) expect(word).toMatch(/^[\p{L}\p{M}\p{N}\p{Cs}]+$/u);
    }),
  );
});
