import { expect, it } from "vitest";
import { termsOf } from "../text/terms.ts";
import { aboutTerms } from "./server-terms.ts";

it("what every server is says nothing of one", () => {
  const text =
    "A Model Context Protocol (MCP) server with tools for weather. Model-Context-Protocol API service.";
  expect(aboutTerms(text)).toEqual(["weather"]);
});

it("the words of the protocol's name count where they mean something else", () => {
  expect(aboutTerms("context of a car's model")).toEqual(termsOf("context car model"));
});

it("a word counts once, however often it is said", () => {
  expect(aboutTerms("weather ".repeat(50))).toEqual(["weather"]);
});

it("a text is read to a certain length", () => {
  expect(aboutTerms(`${"rain ".repeat(1000)}weather`)).toEqual(["rain"]);
});
