import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import { readSkillFile } from "./read-skill-file.ts";

/** The schema of the only argument, whose type is imported by this path. */
function schemaFrom(specifier: string): unknown {
  const folder = temporaryFolder();
  const skill = join(folder, "weather");
  mkdirSync(join(skill, "more"), { recursive: true });
  const type = (name: string): string => `export type City = { ${name}: string };`;
  writeFileSync(join(folder, "outside.ts"), type("outside"));
  writeFileSync(join(skill, "types.ts"), type("beside"));
  writeFileSync(join(skill, "more/index.ts"), type("more"));
  const text = `import type { City } from "${specifier}";\nexport function tool(city: City, day: number) {}`;
  writeFileSync(join(skill, "skill.ts"), text);
  const [tool] = readSkillFile("weather", join(skill, "skill.ts")).tools;
  const properties = (tool?.inputSchema["properties"] ?? {}) as Record<string, unknown>;
  return properties["city"];
}

it.each([
  ["./types.ts", "beside"],
  ["./types.js", "beside"],
  ["./types", "beside"],
  ["./more", "more"],
  ["../outside.ts", "outside"],
])("follows a type that is imported from %s", (specifier, name) => {
  expect(schemaFrom(specifier)).toMatchObject({ properties: { [name]: { type: "string" } } });
});

it.each(["../outside", "../outside.js", "./none.ts", "./more.json"])(
  "does not guess what %s is",
  (specifier) => {
    expect(schemaFrom(specifier)).toEqual({});
  },
);
