import { chmodSync, lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./fixtures/folder.ts";
import { runFixture } from "./fixtures/run.ts";
import { configFolder, homeFolder, stateFolder } from "./paths.ts";
import { privateTemporaryFolder } from "./private-temporary-folder.ts";

/** A user id that no user database has. */
const STRANGER = 54_321;
const isRoot = process.getuid?.() === 0;

describe("the user's folders", () => {
  it("stand in HOME, or where absolute XDG values say", () => {
    expect(configFolder({ HOME: "/home/a" })).toBe("/home/a/.config/tacklebox");
    expect(configFolder({ HOME: "/home/a", XDG_CONFIG_HOME: "/xdg" })).toBe("/xdg/tacklebox");
    expect(configFolder({ HOME: "/home/a", XDG_CONFIG_HOME: "xdg" })).toBe("/home/a/.config/tacklebox");
    expect(stateFolder({ HOME: "/home/a" })).toBe("/home/a/.local/state/tacklebox");
    expect(stateFolder({ XDG_STATE_HOME: "/xdg" })).toBe("/xdg/tacklebox");
  });

  it.each([undefined, "", "relative/home"])(
    "are those of the user database when HOME is %j, never the temporary folder",
    (home) => {
      expect(homeFolder({ HOME: home })).toBe(userInfo().homedir);
      expect(configFolder({ HOME: home })).toBe(join(userInfo().homedir, ".config/tacklebox"));
    },
  );

  it.runIf(isRoot)("do not exist for a user without a home, whose state is kept in private", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o777);
    const run = runFixture("show-paths.ts", [folder], { uid: STRANGER });
    expect(await run.ended, run.output()).toBe(0);
    const state = join(folder, `tacklebox-${STRANGER}`);
    expect(JSON.parse(run.output())).toEqual({ state });
    expect(lstatSync(state).mode & 0o777).toBe(0o700);
  });
});

describe("the private temporary folder", () => {
  const own = (folder: string) => join(folder, `tacklebox-${process.getuid?.() ?? "user"}`);

  it("is created once and then found", () => {
    const folder = temporaryFolder();
    expect(privateTemporaryFolder(folder)).toBe(own(folder));
    expect(privateTemporaryFolder(folder)).toBe(own(folder));
  });

  it("is refused when others may look into it", () => {
    const folder = temporaryFolder();
    mkdirSync(own(folder));
    chmodSync(own(folder), 0o755);
    expect(() => privateTemporaryFolder(folder)).toThrow(/open to other users/);
  });

  it("is refused when it is a link", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(folder, "elsewhere"), own(folder));
    expect(() => privateTemporaryFolder(folder)).toThrow(/is not a folder/);
  });

  it.runIf(isRoot)("is refused when it belongs to someone else", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o777);
    mkdirSync(join(folder, `tacklebox-${STRANGER}`), { mode: 0o700 });
    const run = runFixture("show-paths.ts", [folder], { uid: STRANGER });
    await run.ended;
    expect(run.output()).toMatch(/belongs to another user/);
  });
});
