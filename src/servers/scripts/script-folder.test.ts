import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import { removeScript, saveScript } from "./save-script.ts";
import { folderChangedAt, folderSignature, readScriptNamed, readScripts } from "./script-folder.ts";

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe("a folder of scripts", () => {
  it("is read in order of name, in both languages, without what is no script", () => {
    const folder = folderWith({
      "b.js": "1",
      "a.ts": "2",
      "types.d.ts": "",
      ".hidden.ts": "",
      "notes.md": "",
    });
    mkdirSync(join(folder, "more"));
    const { scripts, problems } = readScripts(folder);
    expect(scripts.map(({ name, code }) => [name, code])).toEqual([["a", "2"], ["b", "1"]]); // prettier-ignore
    expect(problems).toEqual([]);
  });

  it("may be missing", () => {
    const folder = join(temporaryFolder(), "scripts");
    expect(readScripts(folder)).toEqual({ scripts: [], problems: [] });
    expect([folderChangedAt(folder), folderSignature(folder)]).toEqual([0, ""]);
  });

  it("keeps the good ones beside the bad ones, and says what is wrong with those", () => {
    const folder = folderWith({
      "good.ts": "1",
      "bad header.ts": "1",
      "header.ts": "/** @nope */",
      "large.ts": " ".repeat(70_000),
      "binary.ts": new Uint8Array([0xff, 0xfe, 0]),
      "twin.ts": "1",
      "Twin.js": "1",
    });
    mkdirSync(join(folder, "folder.ts"));
    execFileSync("mkfifo", [join(folder, "pipe.ts")]);
    symlinkSync(join(folder, "good.ts"), join(folder, "linked.ts"));
    symlinkSync(join(folder, "nowhere"), join(folder, "dangling.ts"));
    const { scripts, problems } = readScripts(folder);
    expect(scripts.map(({ name }) => name)).toEqual(["Twin", "good", "linked"]);
    expect(problems.map(({ file, line }) => [file.slice(folder.length + 1), line])).toEqual(
      [
        "bad header.ts",
        "binary.ts",
        "dangling.ts",
        "folder.ts",
        "header.ts",
        "large.ts",
        "pipe.ts",
        "twin.ts",
      ].map((name) => [name, 1]),
    );
    expect(problems.at(-1)?.message).toContain("There is also 'Twin.js'");
  });

  it("takes TypeScript where there are both", () => {
    const folder = folderWith({ "a.js": "1", "a.ts": "2" });
    expect(readScripts(folder)).toMatchObject({
      scripts: [{ code: "2" }],
      problems: [{ file: join(folder, "a.js") }],
    });
    expect(readScriptNamed(folder, "a")).toMatchObject({ code: "2" });
    expect(readScriptNamed(folder, "../a")).toBeUndefined();
  });

  it("has another signature whenever something changed", () => {
    const folder = folderWith({ "a.ts": "1" });
    const seen = [folderSignature(folder)];
    writeFileSync(join(folder, "a.ts"), "12");
    seen.push(folderSignature(folder));
    writeFileSync(join(folder, "b.ts"), "1");
    seen.push(folderSignature(folder));
    rmSync(join(folder, "a.ts"));
    seen.push(folderSignature(folder));
    expect(new Set(seen).size).toBe(4);
    expect(folderChangedAt(folder)).toBeGreaterThan(0);
  });
});

describe("saving a script", () => {
  const script = { name: "greet", language: "ts", code: "return 1", header: {}, isReplacing: false } as const;

  it("makes a file that only its owner may read", async () => {
    const folder = join(temporaryFolder(), "scripts");
    const file = await saveScript(folder, script);
    expect([file, statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([
      join(folder, "greet.ts"),
      0o600,
      0o700,
    ]);
    expect(readScriptNamed(folder, "greet")).toMatchObject({ code: "return 1\n", description: undefined });
  });

  it("writes the comment, and changes only what is given of one that is there", async () => {
    const folder = temporaryFolder();
    const code = "/** Old words. */\nreturn input.a";
    const parameters = { type: "object", properties: { a: {} } };
    await saveScript(folder, { ...script, code, header: { parameters } });
    const saved = readScriptNamed(folder, "greet");
    expect(saved).toMatchObject({ description: "Old words.", parameters });
    expect(saved).toHaveProperty("code", expect.stringMatching(/\*\/\nreturn input\.a\n$/));
  });

  it("replaces only when it is told to, and leaves no second file of the same name", async () => {
    const folder = temporaryFolder();
    await saveScript(folder, script);
    for (const name of ["greet", "Greet"])
      await expect(saveScript(folder, { ...script, name })).rejects.toThrow("There is a script");
    await saveScript(folder, { ...script, language: "js", code: "return 2", isReplacing: true });
    expect(readScripts(folder)).toMatchObject({
      scripts: [{ file: join(folder, "greet.js") }],
      problems: [],
    });
  });

  it.each([
    [{ name: "../x" }, "cannot be a script's name"],
    [{ name: "" }, "cannot be a script's name"],
    [{ code: "/** @nope */" }, "'@nope' is not known here"],
    [{ code: "x".repeat(70_000) }, "more than 65536 bytes"],
  ])("refuses %j", async (more, message) => {
    const folder = temporaryFolder();
    await expect(saveScript(folder, { ...script, ...more })).rejects.toThrow(message);
    expect(readScripts(folder)).toEqual({ scripts: [], problems: [] });
  });

  it("is undone by removing it", async () => {
    const folder = temporaryFolder();
    await saveScript(folder, script);
    await expect(removeScript(folder, "gret")).rejects.toMatchObject({ hint: "Did you mean 'greet'?" });
    expect(await removeScript(folder, "greet")).toEqual([join(folder, "greet.ts")]);
    expect(readScriptNamed(folder, "greet")).toBeUndefined();
  });
});
