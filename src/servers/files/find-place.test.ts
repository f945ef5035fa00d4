import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { TackleError } from "../../errors.ts";
import { readRoots, type Roots } from "./allowed-roots.ts";
import { withPlace, type PlaceRequest } from "./find-place.ts";
import { lay, SECRET, useWorkspace } from "./fixtures/workspace.ts";
import { BEST_ACCESS, type FolderAccess } from "./open-folder.ts";
import { withFile } from "./open-file.ts";
import { readWhole } from "./read-bytes.ts";
import { replaceFile } from "./replace-file.ts";

const workspace = useWorkspace();
const ACCESSES: readonly FolderAccess[] = BEST_ACCESS === "descriptor" ? ["descriptor", "path"] : ["path"];

describe.each(ACCESSES)("a place, held by %s", (access) => {
  let roots: Roots;
  beforeEach(async () => {
    roots = await readRoots({ cwd: workspace.root, options: {} });
  });
  const request = (path: string, rest: Partial<PlaceRequest> = {}): PlaceRequest => ({
    roots,
    path,
    access,
    ...rest,
  });
  const content = (path: string) =>
    withPlace(request(path), (place) => withFile(place, async (file) => (await readWhole(file)).toString()));
  const real = (path: string, rest: Partial<PlaceRequest> = {}) =>
    withPlace(request(path, rest), async (place) => place.path);
  const refusal = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      (value) => new Error(`it was allowed: ${String(value)}`),
      (thrown: unknown) => thrown,
    );
    if (error instanceof TackleError) return error;
    throw error;
  };

  it.each([
    "a.txt",
    "./a.txt",
    "sub/../a.txt",
    "sub//.././a.txt",
    "sub/deep/../../a.txt",
    "../root/a.txt",
    "sub/../../root/a.txt",
    "a.txt/",
  ])("finds %s", async (path) => {
    lay(workspace.root, { "a.txt": "here", "sub/deep/": "" });
    expect(await content(path)).toBe("here");
  });

  it("takes whole paths, also by the name of a root that is a link", async () => {
    lay(workspace.root, { "a.txt": "here" });
    symlinkSync(workspace.root, join(workspace.base, "alias"));
    roots = await readRoots({ cwd: "/", options: { roots: [join(workspace.base, "alias")] } });
    for (const path of [join(workspace.root, "a.txt"), join(workspace.base, "alias/a.txt"), "a.txt"])
      expect(await content(path)).toBe("here");
  });

  it.each([
    ["link", "-> a.txt"],
    ["link", "-> sub/../a.txt"],
    ["link", "-> ./sub/up/a.txt"],
    ["sub/link", "-> ../a.txt"],
    ["link", "-> ../root/a.txt"],
  ])("follows a link inside the root: %s %s", async (name, target) => {
    lay(workspace.root, { "a.txt": "here", "sub/up": "-> ..", [name]: target });
    expect(await content(name)).toBe("here");
    expect(await real(name)).toBe(join(workspace.root, "a.txt"));
    expect(await real(name, { followsLast: false })).toBe(join(workspace.root, name));
  });

  it("follows a whole path in a link, and one into another root", async () => {
    const other = join(workspace.base, "other");
    lay(workspace.base, { "other/b.txt": "there" });
    lay(workspace.root, {
      "a.txt": "here",
      link: `-> ${join(workspace.root, "a.txt")}`,
      into: `-> ${other}`,
      beside: "-> ../other/b.txt",
    });
    expect(await content("link")).toBe("here");
    expect((await refusal(content("into/b.txt"))).code).toBe("policy");
    roots = await readRoots({ cwd: workspace.root, options: { roots: [".", other] } });
    for (const path of ["into/b.txt", "beside", "../other/b.txt", join(other, "b.txt")])
      expect(await content(path)).toBe("there");
  });

  it("means by '..' the folder above what a link points to, as the system does", async () => {
    lay(workspace.root, { "x/y/z/": "", "x/y/a.txt": "right", "a.txt": "wrong", link: "-> x/y/z" });
    expect(await content("link/../a.txt")).toBe("right");
  });

  const OUTSIDE = [
    "..",
    "../outside/secret.txt",
    "../root-evil/secret.txt",
    "sub/../../outside/secret.txt",
    "/etc/passwd",
    "/",
    "//",
    "./../outside",
    "to-file",
    "to-folder",
    "to-folder/secret.txt",
    "to-folder/new.txt",
    "by-two",
    "whole/secret.txt",
    "dangling-outside",
  ];
  it.each(OUTSIDE)("refuses %s, and says nothing of what is there", async (path) => {
    lay(workspace.root, {
      "sub/": "",
      "to-file": "-> ../outside/secret.txt",
      "to-folder": "-> ../outside",
      "by-two": "-> to-file",
      whole: `-> ${workspace.outside}`,
      "dangling-outside": "-> ../outside/not-there",
    });
    const { code, message } = await refusal(real(path));
    expect(code).toBe("policy");
    expect(message).toContain("outside of the allowed folders");
    expect(message).not.toContain(workspace.outside);
    expect((await refusal(real(path, { createsFolders: true }))).code).toBe("policy");
    expect(readdirSync(workspace.outside)).toEqual(["secret.txt"]);
  });

  it("refuses a path by the name of a twin of the root", async () => {
    const twin = `${workspace.root}-evil/secret.txt`;
    expect((await refusal(real(twin))).code).toBe("policy");
    expect(
      (await refusal(real(`${workspace.root}/../${basename(workspace.root)}-evil/secret.txt`))).code,
    ).toBe("policy");
  });

  it.each([
    ["a\0b", "NUL"],
    ["", "empty"],
    ["~", "'~'"],
    ["~/x", "'~'"],
    ["file:///etc/passwd", "URL"],
    ["x".repeat(5000), "longer than"],
    ["\ud800", "Unicode"],
  ])("refuses the text %j", async (path, message) => {
    expect(await refusal(real(path))).toMatchObject({
      code: "usage",
      message: expect.stringContaining(message),
    });
  });

  it.each(["%2e%2e/outside", "..%2foutside", "...", ".. ", "..\\outside", " ", "a:b"])(
    "takes %j for a name",
    async (path) => {
      const { code } = await refusal(content(path));
      expect(code).toBe("not-found");
      await withPlace(request(path), (place) =>
        replaceFile(place, { bytes: Buffer.from("named"), expectedHash: null }),
      ).catch(() => undefined);
      expect(readdirSync(workspace.outside)).toEqual(["secret.txt"]);
    },
  );

  it("ends in a circle of links", async () => {
    lay(workspace.root, { a: "-> b", b: "-> a", self: "-> self/x" });
    for (const path of ["a", "self", "a/x"]) expect((await refusal(real(path))).message).toContain("circle");
  });

  it("replaces a link that is put in the place of a file, and not what it points to", async () => {
    lay(workspace.root, { "a.txt": "old" });
    await withPlace(request("a.txt"), async (place) => {
      renameSync(join(workspace.root, "a.txt"), join(workspace.root, "moved.txt"));
      symlinkSync(join(workspace.outside, "secret.txt"), join(workspace.root, "a.txt"));
      await expect(withFile(place, readWhole)).rejects.toMatchObject({ code: "ELOOP" });
      await replaceFile(place, { bytes: Buffer.from("new"), expectedHash: undefined });
    });
    expect(readFileSync(join(workspace.outside, "secret.txt"), "utf8")).toBe(SECRET);
    expect(readFileSync(join(workspace.root, "a.txt"), "utf8")).toBe("new");
  });

  it("keeps to the folder that it holds when a link takes its name", async () => {
    lay(workspace.root, { "sub/a.txt": "old" });
    const work = withPlace(request("sub/a.txt"), async (place) => {
      renameSync(join(workspace.root, "sub"), join(workspace.root, "moved"));
      symlinkSync(workspace.outside, join(workspace.root, "sub"));
      await replaceFile(place, { bytes: Buffer.from("new"), expectedHash: undefined });
    });
    // By descriptor the write goes where it was meant to; by path the swap is seen.
    const outcome = await work.then(
      () => "written",
      (error: unknown) => (error instanceof TackleError ? error.code : error),
    );
    const kept = readFileSync(join(workspace.root, "moved/a.txt"), "utf8");
    expect([outcome, kept]).toEqual(access === "descriptor" ? ["written", "new"] : ["conflict", "old"]);
    expect(readdirSync(workspace.outside)).toEqual(["secret.txt"]);
  });

  it("refuses pipes without waiting for them", async () => {
    execFileSync("mkfifo", [join(workspace.root, "pipe")]);
    expect((await refusal(content("pipe"))).message).toContain("is a pipe, not a file");
    lay(workspace.root, { "a.txt": "" });
    // One that takes the place of a file at the last moment does not block either.
    await withPlace(request("a.txt"), async (place) => {
      renameSync(join(workspace.root, "pipe"), join(workspace.root, "a.txt"));
      expect((await refusal(withFile(place, readWhole))).message).toContain("is a pipe, not a file");
    });
  });

  it("creates the folders on the way where that is asked for", async () => {
    mkdirSync(join(workspace.root, "x"));
    expect(await real("x/y/z/file", { createsFolders: true })).toBe(join(workspace.root, "x/y/z/file"));
    expect(readdirSync(join(workspace.root, "x/y"))).toEqual(["z"]);
    writeFileSync(join(workspace.root, "file"), "");
    expect((await refusal(real("file/y", { createsFolders: true }))).message).toContain("is not a folder");
  });

  it("keeps nothing open", async () => {
    if (BEST_ACCESS !== "descriptor") return;
    lay(workspace.root, { "a/b/c.txt": "x", link: "-> a/b", bad: "-> ../outside/secret.txt" });
    const before = (await readdir("/proc/self/fd")).length;
    for (let round = 0; round < 20; round += 1) {
      await content("link/../b/c.txt");
      await refusal(content("bad"));
      await refusal(content("a/none/x"));
      await refusal(content("a/b"));
    }
    expect((await readdir("/proc/self/fd")).length).toBeLessThanOrEqual(before);
  });
});

describe("roots", () => {
  it("must exist and be folders", async () => {
    lay(workspace.root, { file: "" });
    const roots = (value: string[]) => readRoots({ cwd: workspace.root, options: { roots: value } });
    await expect(roots(["none"])).rejects.toMatchObject({
      code: "config",
      message: expect.stringContaining("does not exist"),
    });
    await expect(roots(["file"])).rejects.toMatchObject({
      message: expect.stringContaining("is not a folder"),
    });
    await expect(roots([])).rejects.toMatchObject({ message: expect.stringContaining("names no folder") });
    await expect(readRoots({ cwd: "/", options: { root: "/" } })).rejects.toMatchObject({
      message: "There is no option 'root'",
    });
    expect(await roots(["."])).toEqual([{ given: workspace.root, path: workspace.root }]);
  });
});
