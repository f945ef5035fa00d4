import { describe, expect, it } from "vitest";
import { checkServer } from "../check-server.ts";
import { fillTemplate } from "./fill-template.ts";
import { PRESETS, presetNamed, presetsNear, searchPresets } from "./presets.ts";

const surroundings = { env: {}, cwd: "/" };

it("knows more than thirty servers, each under names of its own", () => {
  expect(PRESETS.length).toBeGreaterThan(30);
  const names = PRESETS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});

describe("the preset", () => {
  it.each(PRESETS.map((preset) => [preset.name, preset] as const))(
    "%s can be added as it stands",
    async (name, preset) => {
      const { server, missing } = fillTemplate(preset, { given: () => [], isSet: () => false });
      const problems = await checkServer(name, server, surroundings);
      expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
      // What is not known must be missed by somebody, and nothing else.
      const variables = problems.map(({ message }) => /^Variable (\w+) /.exec(message)?.[1]);
      expect(new Set(variables)).toEqual(new Set(missing.map((need) => need.name)));
    },
  );

  it.each(PRESETS.map((preset) => [preset.name, preset] as const))(
    "%s says what it is and what it needs",
    (_name, preset) => {
      expect(preset.name).toMatch(/^[a-z0-9][a-z0-9-]*$/);
      expect(preset.homepage).toMatch(/^https:\/\//);
      expect(preset.description).toMatch(/^[A-Z].*[^.]$/);
      for (const need of preset.needs ?? []) {
        expect(need.about).toMatch(/^[A-Z].*[^.]$/);
        expect(need.name).toMatch(/^[A-Z][A-Z0-9_]*$/);
      }
      expect(preset.server["url"] ?? "https://").toMatch(/^https:\/\//);
    },
  );
});

it.each([
  ["github", "github"],
  ["GitHub", "github"],
  ["brave_search", "brave-search"],
  ["brave", "brave-search"],
  ["jira", "atlassian"],
  ["nothing-like-it", undefined],
])("finds %s as %s", (name, expected) => {
  expect(presetNamed(name)?.name).toBe(expected);
});

it("searches names and descriptions, names first", () => {
  const found = searchPresets("search").map(({ name }) => name);
  expect(found).toContain("brave-search");
  expect(searchPresets("git")[0]?.name).toBe("git");
  expect(searchPresets("pull requests").map(({ name }) => name)).toContain("github");
  expect(searchPresets("zzz")).toEqual([]);
});

it.each([
  ["playwrigt", "playwright"],
  ["postgre", "postgres"],
  ["confluense", "atlassian"],
])("offers for %s what is near: %s", (name, expected) => {
  expect(presetsNear(name)).toContain(expected);
});
