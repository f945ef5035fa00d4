import { expect, it } from "vitest";
import { findUnusedPatterns, isIncluded } from "./filters.ts";

const NAMES = ["read_file", "write_file", "delete_file", "list"];
const kept = (includeTools: readonly string[] | undefined, excludeTools: readonly string[] = []) =>
  NAMES.filter((name) => isIncluded(name, { includeTools, excludeTools }));

it("includes everything without a list, and nothing with an empty one", () => {
  expect(kept(undefined)).toEqual(NAMES);
  expect(kept([])).toEqual([]);
});

it("takes exact names and globs", () => {
  expect(kept(["list", "read_*"])).toEqual(["read_file", "list"]);
  expect(kept(undefined, ["*_file"])).toEqual(["list"]);
});

it("lets exclusion win", () => {
  expect(kept(["*_file"], ["delete_file"])).toEqual(["read_file", "write_file"]);
  expect(kept(["list"], ["*"])).toEqual([]);
});

it("reports patterns that match nothing, with the tool that was probably meant", () => {
  const filter = { includeTools: ["read_flie", "list"], excludeTools: ["drop_*", "*_file"] };
  expect(findUnusedPatterns(NAMES, filter)).toEqual([
    { field: "includeTools", pattern: "read_flie", nearest: "read_file" },
    { field: "excludeTools", pattern: "drop_*", nearest: undefined },
  ]);
});
