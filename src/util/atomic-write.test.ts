import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { atomicWrite, contentHash } from "./atomic-write.ts";
import { temporaryFolder } from "./fixtures/folder.ts";
import { runFixture } from "./fixtures/run.ts";

const isRoot = process.getuid?.() === 0;

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe("atomicWrite", () => {
  it("creates a file that only its owner can read and leaves nothing beside it", async () => {
    const folder = temporaryFolder();
    await atomicWrite(join(folder, "a"), "text");
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("text");
    expect(modeOf(join(folder, "a"))).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  it("writes bytes, and replaces a longer file whole", async () => {
    const file = join(temporaryFolder(), "a");
    writeFileSync(file, "long content");
    await atomicWrite(file, new Uint8Array([0, 255]));
    expect([...readFileSync(file)]).toEqual([0, 255]);
  });

  it("keeps the permissions of an existing file unless told others", async () => {
    const file = join(temporaryFolder(), "a");
    writeFileSync(file, "old");
    chmodSync(file, 0o664);
    await atomicWrite(file, "new");
    expect(modeOf(file)).toBe(0o664);
    await atomicWrite(file, "newer", { mode: 0o600 });
    expect(modeOf(file)).toBe(0o600);
  });

  it.runIf(isRoot)("keeps the owner of an existing file", async () => {
    const file = join(temporaryFolder(), "a");
    writeFileSync(file, "old");
    execFileSync("chown", ["1234:1234", file]);
    await atomicWrite(file, "new");
    expect(statSync(file)).toMatchObject({ uid: 1234, gid: 1234 });
  });

  it("writes the target of a symbolic link and keeps the link", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "dotfiles"));
    symlinkSync("dotfiles/real", join(folder, "link"));
    await atomicWrite(join(folder, "link"), "first, to a target that does not exist");
    await atomicWrite(join(folder, "link"), "second");
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(folder, "link"))).toBe("dotfiles/real");
    expect(readFileSync(join(folder, "dotfiles/real"), "utf8")).toBe("second");
  });

  it("refuses links in a circle and things that are no files", async () => {
    const folder = temporaryFolder();
    symlinkSync("b", join(folder, "a"));
    symlinkSync("a", join(folder, "b"));
    await expect(atomicWrite(join(folder, "a"), "")).rejects.toMatchObject({ code: "config" });
    await expect(atomicWrite(folder, "")).rejects.toMatchObject({ code: "config" });
  });

  it("creates missing folders for the owner only, and only when asked", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "x/y/a");
    await expect(atomicWrite(file, "")).rejects.toMatchObject({
      code: "not-found",
      hint: expect.any(String) as unknown,
    });
    await atomicWrite(file, "text", { createParents: true });
    expect(modeOf(join(folder, "x"))).toBe(0o700);
    expect(modeOf(join(folder, "x/y"))).toBe(0o700);
  });

  it("writes only over the content that was expected", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "a");
    await atomicWrite(file, "one", { expectedHash: null });
    await expect(atomicWrite(file, "two", { expectedHash: null })).rejects.toMatchObject({
      code: "conflict",
    });
    await atomicWrite(file, "two", { expectedHash: contentHash("one") });
    await expect(atomicWrite(file, "x", { expectedHash: contentHash("one") })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(readFileSync(file, "utf8")).toBe("two");
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  it("removes old temporary files of killed processes and nothing else", async () => {
    const folder = temporaryFolder();
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of [".tackle-0123456789abcdef.tmp", ".tackle-mine.tmp", "other.tmp"]) {
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), old, old);
    }
    writeFileSync(join(folder, ".tackle-fedcba9876543210.tmp"), "in use");
    await atomicWrite(join(folder, "a"), "");
    expect(readdirSync(folder).sort()).toEqual([
      ".tackle-fedcba9876543210.tmp",
      ".tackle-mine.tmp",
      "a",
      "other.tmp",
    ]);
  });

  it.runIf(isRoot)("explains a folder that this user may not write", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "existing.lock"), "", { mode: 0o644 });
    const run = runFixture("try-as-nobody.ts", [folder], { uid: 65_534 });
    expect(await run.ended).toBe(0);
    expect(run.output()).toBe("permission with hint\n".repeat(3));
  });

  it("explains a full disk, keeps the old content and removes the temporary file", async (context) => {
    const folder = temporaryFolder();
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", folder], { stdio: "ignore" });
    } catch {
      context.skip("this user may not mount a small file system");
    }
    try {
      const file = join(folder, "a");
      await atomicWrite(file, "old");
      const attempt = atomicWrite(file, "x".repeat(1_000_000));
      await expect(attempt).rejects.toMatchObject({
        code: "permission",
        message: expect.stringContaining("no space") as unknown,
      });
      expect(readFileSync(file, "utf8")).toBe("old");
      expect(readdirSync(folder)).toEqual(["a"]);
    } finally {
      execFileSync("umount", [folder]);
    }
  });

  it("leaves a whole file when its writer is killed at any moment", { timeout: 60_000 }, async () => {
    const file = join(temporaryFolder(), "a");
    writeFileSync(file, "a".repeat(300_000));
    for (let round = 0; round < 15; round += 1) {
      const run = runFixture("write-forever.ts", [file]);
      await run.wrote("started");
      await delay(Math.random() * 30);
      run.child.kill("SIGKILL");
      expect(await run.ended).toBe("SIGKILL");
      expect(readFileSync(file, "utf8")).toMatch(/^([a-z])\1{299999}$/);
    }
  });
});
