import { expect, it } from "vitest";
import { likelyNames } from "./likely-names.ts";

const FILES = ["read_file", "write_file", "list_directory", "find_files", "make_directory", "move"];

it.each([
  ["list_files", ["find_files", "list_directory", "read_file"]],
  ["listDir", ["list_directory", "make_directory"]],
  ["raed_file", ["read_file", "write_file", "find_files"]],
  ["execute", []],
  ["", []],
])("finds for %s the names %j", (word, expected) => {
  expect(likelyNames(word, FILES, { max: 3 }).names).toEqual(expected);
});

it("knows servers by their words, and not by the MCP that ends them all", () => {
  const servers = ["BashMCP", "FilesystemMCP", "GitMCP"];
  expect(likelyNames("FilesMCP", servers, { max: 3 })).toEqual({ names: ["FilesystemMCP"], isSure: false });
  expect(likelyNames("ShellMCP", servers, { max: 3 }).names).toEqual([]);
  const bonus = (server: string) => (server === "BashMCP" ? 1 : 0);
  expect(likelyNames("ShellMCP", servers, { max: 3, bonus }).names).toEqual(["BashMCP"]);
});

it("is sure only of names that are a mistake of typing away", () => {
  expect(likelyNames("mvoe", FILES, { max: 1 })).toEqual({ names: ["move"], isSure: true });
  expect(likelyNames("directory_tree", FILES, { max: 1 }).isSure).toBe(false);
});

it("stays fast for long words and many candidates", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `tool_number_${index}`);
  expect(likelyNames("tool".repeat(1_000_000), many, { max: 3 }).names).toHaveLength(3);
});
