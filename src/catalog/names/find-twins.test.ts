import { expect, it } from "vitest";
import { findTwins } from "./find-twins.ts";

it("finds names that differ only in case, in their Unicode form or in letters that look alike", () => {
  const names = ["read", "Read", "ﬁle", "file", "gіthub", "github", "he\u200bllo", "hello", "other", "read"];
  expect(findTwins(names)).toEqual([
    ["read", "Read"],
    ["ﬁle", "file"],
    ["gіthub", "github"],
    ["he\u200bllo", "hello"],
  ]);
});

it("finds none among names that can be told apart", () => {
  expect(findTwins(["read_file", "readfile", "write", "日本", "日本語"])).toEqual([]);
});
