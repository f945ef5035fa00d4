import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { differenceBetween } from "../difference.ts";
import {
  messages,
  options,
  place,
  projectFile,
  server,
  userFile,
  useConfigHome,
} from "../fixtures/config-home.ts";
import { loadConfig } from "../load-config.ts";
import { hasChanged } from "../seen-files.ts";

useConfigHome();

const CODE = "export function a() {}";
/** Not written into a text below, which is no import of this file. */
const ABOVE = "../..";
const userSkill = (name: string, text = CODE, file = "skill.ts") =>
  write(join(place.home, ".config/tacklebox/skills", name, file), text);
const projectSkill = (name: string, text = CODE, file = "skill.ts") =>
  write(join(place.project, "skills", name, file), text);

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return realpathSync(file);
}

const load = (rest = {}) => loadConfig(options(rest));

describe("where skills are found", () => {
  it("is the user's folder and the nearest one of the project", async () => {
    const own = userSkill("mine");
    const theirs = projectSkill("theirs", CODE, "skill.mjs");
    const config = await load({ cwd: join(place.project, "deep/down") });
    expect(messages(config)).toEqual([]);
    expect(server(config, "mine")).toMatchObject({
      status: "valid",
      origin: { scope: "user", file: own, line: 1, column: 1 },
      definition: {
        type: "inprocess",
        builtin: "skill",
        cwd: join(place.project, "deep/down"),
        options: { file: own },
      },
    });
    expect(server(config, "theirs")).toMatchObject({
      origin: { scope: "project", file: theirs },
      definition: { cwd: place.project },
      subject: {
        type: "inprocess",
        builtin: "skill",
        cwd: place.project,
        options: { file: theirs, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
  });

  it("is nowhere else", async () => {
    projectSkill("a");
    userSkill("b");
    write(join(place.project, "deep/skills/near/skill.ts"), CODE);
    const names = async (rest: object) => [...(await load(rest)).servers.keys()];
    expect(await names({ cwd: join(place.project, "deep/down") })).toEqual(["b", "near"]);
    expect(await names({ onlyConfigFiles: true })).toEqual([]);
    expect(await names({ cwd: join(place.home, ".config/tacklebox") })).toEqual(["b"]);
    expect(server(await load({ cwd: join(place.home, ".config/tacklebox") }), "b").origin.scope).toBe("user");
  });

  it("ends at the project's own files: what lies above is another project's", async () => {
    projectSkill("outer");
    mkdirSync(join(place.project, "deep/down/below"));
    writeFileSync(join(place.project, "deep/down/.mcp.json"), `{"mcpServers": {}}`);
    const names = async (cwd: string) => [...(await load({ cwd: join(place.project, cwd) })).servers.keys()];
    expect(await names("deep")).toEqual(["outer"]);
    expect(await names("deep/down/below")).toEqual([]);
    write(join(place.project, "deep/down/skills/inner/skill.ts"), CODE);
    expect(await names("deep/down/below")).toEqual(["inner"]);
  });

  it("leaves alone what is no skill, and says what cannot be one", async () => {
    projectSkill("notes", "text", "SKILL.md");
    projectSkill(".hidden");
    projectSkill("bad name");
    projectSkill("both", CODE, "skill.ts");
    projectSkill("both", CODE, "skill.js");
    write(join(place.project, "skills/skill.ts"), CODE);
    const config = await load();
    expect([...config.servers.keys()]).toEqual(["both"]);
    expect(messages(config)).toEqual([
      "'bad name' cannot be the name of a skill",
      expect.stringMatching(/^This file is not used: .*skill\.ts is the skill$/),
    ]);
  });

  it("may be behind a link", async () => {
    const target = write(join(place.home, "dotfiles/weather/skill.ts"), CODE);
    mkdirSync(join(place.home, ".config/tacklebox/skills"), { recursive: true });
    symlinkSync(join(place.home, "dotfiles/weather"), join(place.home, ".config/tacklebox/skills/weather"));
    symlinkSync("loop", join(place.home, ".config/tacklebox/skills/loop"));
    const config = await load();
    expect([...config.servers.keys()]).toEqual(["weather"]);
    expect(server(config, "weather").origin.file).toBe(target);
  });

  it.skipIf(process.getuid?.() === 0)("may be closed to us, which is said", async () => {
    const file = userSkill("weather");
    chmodSync(file, 0);
    const config = await load();
    expect(server(config, "weather")).toMatchObject({ status: "invalid" });
    expect(messages(config)).toEqual([expect.stringContaining("cannot be read")]);
  });
});

describe("names that several claim", () => {
  it("belong to the configured server, and that is said", async () => {
    const file = userSkill("files");
    userFile("config.json", `{"mcpServers": {"files": {"command": "x"}}}`);
    const config = await load();
    expect(server(config, "files")).toMatchObject({ definition: { type: "stdio" } });
    expect(config.problems).toEqual([
      expect.objectContaining({
        severity: "warning",
        file,
        message: expect.stringMatching(
          /^Skill 'files' is not offered: a server of that name is configured in .*config\.json, line 1$/,
        ),
      }),
    ]);
  });

  it("belong to the project's skill before the user's", async () => {
    userSkill("weather");
    projectSkill("weather");
    expect(server(await load(), "weather")).toMatchObject({
      origin: { scope: "project" },
      shadows: [{ scope: "user" }],
    });
  });
});

describe("an entry of type skill", () => {
  it("sets a skill up", async () => {
    userSkill("weather");
    userFile(
      "config.yaml",
      `mcpServers:\n  weather: { type: skill, env: { KEY: "\${THE_KEY}" }, timeout: 5, enabled: false }\n`,
    );
    const config = await load({ env: { THE_KEY: "value-of-the-key" } });
    expect(messages(config)).toEqual([]);
    expect(server(config, "weather")).toMatchObject({
      origin: { scope: "user", file: expect.stringContaining("config.yaml") },
      definition: { builtin: "skill", timeout: 5, enabled: false, env: { KEY: "value-of-the-key" } },
      subject: { env: { KEY: "${THE_KEY}" }, options: { hash: expect.any(String) } },
    });
    expect(config.secrets).toContain("value-of-the-key");
  });

  it("can name a folder", async () => {
    const file = write(join(place.home, "somewhere/skill.js"), CODE);
    userFile(
      "config.json",
      JSON.stringify({ mcpServers: { w: { type: "skill", options: { folder: dirname(file) } } } }),
    );
    expect(server(await load(), "w")).toMatchObject({
      origin: { scope: "user" },
      definition: { options: { file } },
    });
  });

  it("does not approve the code of a project", async () => {
    const file = projectSkill("weather");
    userFile("config.json", `{"mcpServers": {"weather": {"type": "skill", "env": {"A": "b"}}}}`);
    expect(server(await load(), "weather")).toMatchObject({
      origin: { scope: "project", file },
      definition: { cwd: place.project, env: { A: "b" } },
      subject: { cwd: place.project, env: { A: "b" } },
    });
  });

  it("prefers the skill of its own scope", async () => {
    const own = userSkill("weather");
    projectSkill("weather");
    userFile("config.json", `{"mcpServers": {"weather": {"type": "skill"}}}`);
    const config = await load();
    expect(server(config, "weather")).toMatchObject({
      origin: { scope: "user" },
      definition: { options: { file: own } },
    });
    expect(messages(config)).toEqual([expect.stringContaining("Skill 'weather' is not offered")]);
  });

  it.each([
    [{ type: "skill" }, "There is no skill 'weather'"],
    [{ type: "skill", options: { folder: "/not/there" } }, "There is no skill in /not/there"],
    [{ type: "skill", options: { folders: "x" } }, "There is no option 'folders' of a skill"],
  ])("says what is wrong with %j", async (entry, message) => {
    projectFile(".mcp.json", JSON.stringify({ mcpServers: { weather: entry } }));
    const config = await load();
    expect(server(config, "weather")).toMatchObject({ status: "invalid" });
    expect(messages(config)).toEqual([message]);
  });

  it("is the only one in the process for which variables mean something", async () => {
    userFile("config.json", `{"mcpServers": {"echo": {"type": "inprocess", "env": {"A": "b"}}}}`);
    expect(messages(await load())).toEqual([
      expect.stringContaining("'env' of server 'echo' has no meaning"),
    ]);
  });
});

describe("changes", () => {
  it("of a skill's code, and new and lost skills, are noticed and told apart", async () => {
    projectSkill("changed");
    projectSkill("same");
    projectSkill("lost");
    const before = await load();
    expect(hasChanged(before.files)).toBe(false);
    projectSkill("changed", "export function b() {}");
    projectSkill("added");
    rmSync(join(place.project, "skills/lost"), { recursive: true });
    expect(hasChanged(before.files)).toBe(true);
    const after = await load();
    expect(differenceBetween(before, after)).toMatchObject({
      added: ["added"],
      removed: ["lost"],
      changed: ["changed"],
    });
  });

  it.each<[string, () => void]>([
    ["the first skills of a project", () => projectSkill("a")],
    ["the first skill of a user", () => userSkill("a")],
    ["a file in a folder that was empty", () => projectSkill("empty")],
    ["code that a skill imports", () => write(join(place.project, "shared.ts"), "2")],
    ["a nearer folder of skills", () => write(join(place.project, "deep/skills/a/skill.ts"), CODE)],
    [
      "a folder that was moved away",
      () => renameSync(join(place.home, "other/skills"), join(place.home, "other/gone")),
    ],
  ])("are noticed: %s", async (what, change) => {
    const isImport = what.includes("imports");
    if (isImport) projectSkill("importing", `import "${ABOVE}/shared.ts";`);
    if (what.includes("empty")) mkdirSync(join(place.project, "skills/empty"), { recursive: true });
    write(join(place.home, "other/skills/a/skill.ts"), CODE);
    const cwd = what.includes("moved") ? join(place.home, "other") : join(place.project, "deep/down");
    const { files } = await load({ cwd });
    expect(hasChanged(files)).toBe(false);
    change();
    expect(hasChanged(files)).toBe(true);
  });
});
