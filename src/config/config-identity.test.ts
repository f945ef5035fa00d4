import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { configIdentity } from "./config-identity.ts";
import { options, place, projectFile, useConfigHome, userFile } from "./fixtures/config-home.ts";

useConfigHome();

it("does not depend on the working directory where no project's file is involved", () => {
  expect(configIdentity(options({ cwd: place.home }))).toEqual(configIdentity(options()));
});

it("names the project's folder, seen from any folder below it", () => {
  projectFile("tackle.yaml", "");
  const deep = configIdentity(options({ cwd: join(place.project, "deep/down") }));
  expect(deep.project).toBe(place.project);
  expect(deep).toEqual(configIdentity(options()));
  expect(deep).not.toEqual(configIdentity(options({ cwd: place.home })));
});

it("names the folder of the project's skills, which is a source without a file", () => {
  mkdirSync(join(place.project, "skills"));
  expect(configIdentity(options()).skills).toBe(join(place.project, "skills"));
  expect(configIdentity(options())).not.toEqual(configIdentity(options({ cwd: place.home })));
});

it("stays the same when a file of the user's is created or changed", () => {
  const before = configIdentity(options());
  userFile("config.json", "{}");
  expect(configIdentity(options())).toEqual(before);
});

it.each([
  ["a named file", { configFiles: ["other.json"] }],
  ["a file named by TACKLE_CONFIG", { env: { TACKLE_CONFIG: "other.json" } }],
  ["the text of TACKLE_MCP_SERVERS", { env: { TACKLE_MCP_SERVERS: "{}" } }],
  ["another home", { env: { HOME: "/home/somebody" } }],
  ["--strict", { strict: true }],
])("differs by %s", (_what, rest) => {
  expect(configIdentity(options(rest))).not.toEqual(configIdentity(options()));
});

it("takes a named file for the same, whatever way it is written", () => {
  const relative = configIdentity(options({ configFiles: ["../x.json"] }));
  expect(relative).toEqual(configIdentity(options({ configFiles: [join(place.home, "x.json")] })));
});
