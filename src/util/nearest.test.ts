import { expect, it } from "vitest";
import { nearest } from "./nearest.ts";

const KEYS = [
  "command",
  "args",
  "env",
  "url",
  "headers",
  "includeTools",
  "excludeTools",
  "timeout",
  "disabled",
  "cwd",
];

it.each([
  ["comand", "command"],
  ["commnad", "command"],
  ["agrs", "args"],
  ["arg", "args"],
  ["ulr", "url"],
  ["include_tools", "includeTools"],
  ["INCLUDE-TOOLS", "includeTools"],
  ["exlcude_tool", "excludeTools"],
  ["header", "headers"],
  ["timeoutMs", "timeout"],
  ["disable", "disabled"],
  ["inc", "includeTools"],
])("finds for %s the name %s", (word, expected) => {
  expect(nearest(word, KEYS)).toEqual([expected]);
});

it.each(["", "zzz", "xyz", "q", "completely-different", "--"])("suggests nothing for %j", (word) => {
  expect(nearest(word, KEYS)).toEqual([]);
});

it("gives several names, the nearest first", () => {
  expect(nearest("serch", ["sketch", "search", "perch", "merge"], { max: 3 })).toEqual([
    "search",
    "perch",
    "sketch",
  ]);
});

it("takes the first of equally near candidates", () => {
  expect(nearest("bat", ["cat", "hat"])).toEqual(["cat"]);
});

it("stays fast for long words and many candidates", () => {
  expect(nearest("x".repeat(1_000_000), KEYS)).toEqual([]);
  nearest(
    "y".repeat(60),
    Array.from({ length: 2_000 }, (_, index) => "y".repeat(30) + "z".repeat(30) + index),
  );
});
