import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { runFixture } from "../util/fixtures/run.ts";
import { filesToWatch, findSources } from "./find-sources.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

describe("files to watch", () => {
  it("are those of every folder up to the nearest that has one, and of the user", () => {
    const home = temporaryFolder();
    const cwd = join(home, "a/b/c");
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(home, "a/tackle.toml"), "");
    const files = filesToWatch({ cwd, env: { HOME: home } });
    for (const name of ["a/.mcp.json", "a/tackle.toml", "a/b/.mcp.json", "a/b/c/tackle.yaml"])
      expect(files).toContain(join(home, name));
    expect(files).toContain(join(home, ".config/tacklebox/config.json"));
    expect(files).not.toContain(join(home, ".mcp.json"));
  });

  it("go all the way up where there is none, but stay few", () => {
    const env = { HOME: "/nonexistent" };
    expect(filesToWatch({ cwd: "/nonexistent/a/b", env })).toContain("/.mcp.json");
    expect(filesToWatch({ cwd: `/nonexistent${"/a".repeat(1000)}`, env }).length).toBeLessThan(300);
  });

  it("are only the named ones when only those are read", () => {
    const surroundings = { cwd: "/x", env: { HOME: "/y" }, configFiles: ["a.json"], onlyConfigFiles: true };
    expect(filesToWatch(surroundings)).toEqual(["/x/a.json"]);
  });
});

describe("the user's files", () => {
  it("are not looked for in the temporary folder when HOME is empty or relative", () => {
    for (const HOME of ["", "tmp"])
      expect(filesToWatch({ cwd: "/", env: { HOME } }).join()).not.toContain("/tmp/");
  });

  it("are listed when they are a loop of links, so that reading says what is wrong", () => {
    const home = temporaryFolder();
    const file = join(home, ".config/tacklebox/config.json");
    mkdirSync(join(home, ".config/tacklebox"), { recursive: true });
    symlinkSync(file, file);
    expect(findSources({ cwd: home, env: { HOME: home } })).toEqual([{ scope: "user", file }]);
  });

  it.runIf(isRoot)("fail with a reason, once, when a folder on the way is closed to us", async () => {
    const home = temporaryFolder();
    chmodSync(home, 0o755);
    mkdirSync(join(home, ".config/tacklebox"), { recursive: true });
    writeFileSync(join(home, ".config/tacklebox/config.json"), "{}");
    chmodSync(join(home, ".config"), 0o700);
    const run = runFixture("../../config/fixtures/show-sources.ts", [home], { uid: NOBODY });
    expect(await run.ended, run.output()).toBe(0);
    expect(JSON.parse(run.output())).toMatchObject([
      {
        scope: "user",
        failure: { severity: "error", message: expect.stringContaining("may not be read by this user") },
      },
    ]);
  });
});
