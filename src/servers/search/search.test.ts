import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { callsTo, lay, useClients, useWorkspace, type Call } from "../files/fixtures/workspace.ts";
import { createSearchServer } from "./search.ts";

const workspace = useWorkspace();
useClients();

const HAS_RIPGREP = spawnSync("rg", ["--version"]).status === 0;
if (!HAS_RIPGREP) console.warn("ripgrep is not installed: only the built-in search is tested");
/** The same tests for both ways to search. */
const WAYS: readonly (readonly [way: string, programPath: string])[] = [
  ["built in", ""],
  ...(HAS_RIPGREP ? ([["ripgrep", process.env["PATH"] ?? ""]] as const) : []),
];

describe.each(WAYS)("search, %s", (_way, programPath) => {
  let call: Call;
  beforeEach(async () => {
    call = await callsTo((context) => createSearchServer(context, { programPath }), {
      roots: [workspace.root],
    });
  });
  const found = async (glob: string, rest = {}) =>
    (await call("find_files", { glob, ...rest })).data["files"];
  const grep = (pattern: string, rest = {}) => call("grep", { pattern, ...rest });

  describe("find_files", () => {
    const TREE = {
      "a.ts": "",
      "b.js": "",
      "src/c.ts": "",
      "src/deep/d.ts": "",
      "src/deep/e.test.ts": "",
      ".hidden/f.ts": "",
      "[x].ts": "",
    };

    it.each([
      ["*", ["[x].ts", "a.ts", "b.js", "src/c.ts", "src/deep/d.ts", "src/deep/e.test.ts"]],
      ["*.{js,test.ts}", ["b.js", "src/deep/e.test.ts"]],
      ["src/*.ts", ["src/c.ts"]],
      ["src/**/*.ts", ["src/c.ts", "src/deep/d.ts", "src/deep/e.test.ts"]],
      ["/*.ts", ["[x].ts", "a.ts"]],
      ["./a.ts", ["a.ts"]],
      ["**/deep/**", ["src/deep/d.ts", "src/deep/e.test.ts"]],
      ["?.ts", ["a.ts", "src/c.ts", "src/deep/d.ts"]],
      ["[!a-c].ts", ["src/deep/d.ts"]],
      ["\\[x\\].ts", ["[x].ts"]],
      ["nothing", []],
    ])("finds %s", async (glob, expected) => {
      lay(workspace.root, TREE);
      expect(await found(glob)).toEqual(expected);
    });

    it("leaves out hidden and ignored files, unless they are asked for", async () => {
      lay(workspace.root, {
        ...TREE,
        ".gitignore": "*.js\n/src/deep/\n",
        ".git/config": "",
        "src/.ignore": "!deep/\n",
      });
      expect(await found("*.ts")).toEqual([
        "[x].ts",
        "a.ts",
        "src/c.ts",
        "src/deep/d.ts",
        "src/deep/e.test.ts",
      ]);
      expect(await found("*.js")).toEqual([]);
      expect(await found("*.js", { include_ignored: true })).toEqual(["b.js"]);
      expect(await found("f.ts", { include_hidden: true })).toEqual([".hidden/f.ts"]);
      expect(await found("config", { include_hidden: true, include_ignored: true })).toEqual([]);
    });

    it("heeds ignore files between the root and the folder, and none above the root", async () => {
      lay(workspace.base, { ".gitignore": "*.ts\n" });
      lay(workspace.root, {
        ".gitignore": "c.ts\n/src/deep/d.ts\n",
        "src/.gitignore": "/e.ts\n",
        "src/c.ts": "",
        "src/e.ts": "",
        "src/deep/d.ts": "",
        "src/deep/e.ts": "",
      });
      expect(await found("*.ts", { path: "src" })).toEqual(["src/deep/e.ts"]);
      expect(await found("*.ts", { path: "src/deep" })).toEqual(["src/deep/e.ts"]);
    });

    it("counts what a limit cuts", async () => {
      lay(workspace.root, TREE);
      const { data, text } = await call("find_files", { limit: 2 });
      expect(data).toMatchObject({ files: ["[x].ts", "a.ts"], total: 6, cut: 4, complete: true });
      expect(text).toContain("[4 more files are left out");
    });

    it.each(["[a", "a\\", "{".repeat(9) + "a,b" + "}".repeat(9) + "{a,b}".repeat(12)])(
      "refuses the glob %s",
      async (glob) => {
        expect(await call("find_files", { glob })).toMatchObject({
          isError: true,
          text: expect.stringContaining("The glob"),
        });
      },
    );

    it("is not slowed down by a glob or a rule with many stars", async () => {
      const evil = `${"*a".repeat(200)}b`;
      lay(workspace.root, {
        ["a".repeat(200)]: "",
        ".gitignore": `${evil}\n${"**/a/".repeat(50)}b\n`,
        [`${"a/".repeat(60)}a`]: "",
      });
      expect(await found(evil)).toEqual([]);
      expect(await found(`${"**/a/".repeat(100)}b`)).toEqual([]);
      expect(await found("*")).toHaveLength(2);
    });
  });

  describe("grep", () => {
    it("shows matching lines with path and number", async () => {
      lay(workspace.root, { "a.txt": "one\ntwo\nthree", "sub/b.txt": "zwei\r\ntwo two\r\n" });
      const { text, data } = await grep("t[wh]");
      expect(text).toBe("a.txt:2:two\na.txt:3:three\nsub/b.txt:2:two two");
      expect(data).toEqual({
        files: [
          {
            path: "a.txt",
            matches: 2,
            lines: [
              { line: 2, text: "two", match: true },
              { line: 3, text: "three", match: true },
            ],
          },
          { path: "sub/b.txt", matches: 1, lines: [{ line: 2, text: "two two", match: true }] },
        ],
        total: 3,
        cut: 0,
        files_with_matches: 2,
        unreadable: 0,
        complete: true,
      });
      expect((await grep("nowhere")).text).toBe("No match was found");
    });

    it("shows lines of context once, and what lies apart apart", async () => {
      lay(workspace.root, { "a.txt": "1\n2 x\n3\n4 x\n5\n6\n7\n8 x" });
      expect((await grep("x", { context: 1 })).text).toBe(
        [
          "a.txt-1-1",
          "a.txt:2:2 x",
          "a.txt-3-3",
          "a.txt:4:4 x",
          "a.txt-5-5",
          "--",
          "a.txt-7-7",
          "a.txt:8:8 x",
        ].join("\n"),
      );
    });

    it("takes a literal literally, and heeds case only where it should", async () => {
      lay(workspace.root, { "a.txt": "a.b\naxb\nÄRGER\n" });
      expect((await grep("a.b")).data).toMatchObject({ total: 2 });
      expect((await grep("a.b", { literal: true })).data).toMatchObject({ total: 1 });
      expect((await grep("A.B", { literal: true })).data).toMatchObject({ total: 0 });
      expect((await grep("A.B", { literal: true, ignore_case: true })).data).toMatchObject({ total: 1 });
      expect((await grep("ärger", { ignore_case: true })).data).toMatchObject({ total: 1 });
    });

    it("searches only where it is told to", async () => {
      lay(workspace.root, { "a.ts": "x", "b.js": "x", ".c.ts": "x", "dist/d.ts": "x", ".gitignore": "dist" });
      const paths = async (rest: object) =>
        ((await grep("x", rest)).data["files"] as { path: string }[]).map((file) => file.path);
      expect(await paths({ glob: "*.ts" })).toEqual(["a.ts"]);
      expect(await paths({ path: "b.js" })).toEqual(["b.js"]);
      expect(await paths({ path: "b.js", glob: "*.ts" })).toEqual([]);
      expect(await paths({ path: "dist" })).toEqual(["dist/d.ts"]);
      expect(await paths({ include_hidden: true, include_ignored: true })).toEqual([
        ".c.ts",
        "a.ts",
        "b.js",
        "dist/d.ts",
      ]);
    });

    it("counts what a limit cuts", async () => {
      lay(workspace.root, { "a.txt": "x\n".repeat(10), "b.txt": "x\n".repeat(5), "c.txt": "x" });
      const { data, text } = await grep("x", { limit: 12 });
      expect(data).toMatchObject({ total: 16, cut: 4, files_with_matches: 3 });
      expect(data["files"]).toHaveLength(2);
      expect(text).toContain("[4 of 16 matches in 3 files are not shown");
      const names = await grep("x", { files_only: true, limit: 2 });
      expect(names.text).toBe(
        "a.txt: 10\nb.txt: 5\n[1 more files are not shown: narrow the search, or raise limit]",
      );
    });

    it("passes binary files by, and reads text in UTF-16 and after a byte order mark", async () => {
      lay(workspace.root, {
        "a.bin": Buffer.concat([Buffer.from("find me\n".repeat(20_000)), Buffer.from([0])]),
        "b.txt": Buffer.from("\uFEFFfind me\n", "utf16le"),
        "c.txt": "\uFEFFfind me\n",
      });
      expect((await grep("^find me$")).text).toBe("b.txt:1:find me\nc.txt:1:find me");
    });

    it("finds every line of a long file, with its right number", async () => {
      const lines = Array.from({ length: 50_000 }, (_, index) => `${index + 1} ${"·".repeat(index % 50)}`);
      lay(workspace.root, { "a.txt": lines.join("\n") });
      expect((await grep("^(1|25000|49999) ")).data["files"]).toMatchObject([
        {
          lines: [
            { line: 1, text: lines[0] },
            { line: 25_000, text: lines[24_999] },
            { line: 49_999, text: lines[49_998] },
          ],
        },
      ]);
      const around = await grep("^30000 ", { context: 2 });
      expect(around.data["files"]).toMatchObject([
        { lines: [29_998, 29_999, 30_000, 30_001, 30_002].map((line) => ({ line, text: lines[line - 1] })) },
      ]);
    });

    it("shows a part of a long line, with the match in it", async () => {
      lay(workspace.root, { "a.txt": `${"-".repeat(5000)}needle${"-".repeat(5000)}` });
      const { text } = await grep("needle");
      expect(text).toContain("needle");
      expect(text).toContain("[4900 characters] …");
      expect(text.length).toBeLessThan(700);
    });

    it("shows a bounded part of very many long lines, and counts them all", async () => {
      lay(workspace.root, { "min.js": `${"x".repeat(20_000)}\n`.repeat(3000) });
      const { data, text } = await grep("x", { limit: 5000, context: 5 });
      expect(text.length).toBeLessThan(700_000);
      expect(data).toMatchObject({ total: 3000, complete: true });
      expect(data["cut"]).toBeGreaterThan(1000);
    });

    it.each(["(a+)+$", "(a|aa)+$", "(.*a){12}$", "([a-z]+)*!"])(
      "is not slowed down by %s",
      async (pattern) => {
        lay(workspace.root, { "a.txt": `${"a".repeat(50_000)}\n`.repeat(3) });
        expect((await grep(`^${pattern}x`)).isError).toBe(false);
      },
    );

    it.each([
      ["(", "cannot be read"],
      ["a(?=b)", "cannot be read"],
      ["(a)\\1", "cannot be read"],
      ["((a{1,100}){1,100}){1,100}", "too large|cannot be read"],
    ])("refuses the pattern %s", async (pattern, message) => {
      lay(workspace.root, { "a.txt": "a" });
      expect(await grep(pattern)).toMatchObject({ isError: true, text: expect.stringMatching(message) });
    });

    it.each(["--pre=touch pwned", "--files", "-f/etc/passwd", "--", "-e", "-"])(
      "takes %j for a pattern and for a name",
      async (word) => {
        lay(workspace.root, { [word.replaceAll("/", "_")]: `${word}\n`, "other.txt": "nothing here" });
        const { data } = await grep(word, { literal: true });
        expect(data).toMatchObject({ total: 1, files_with_matches: 1 });
      },
    );
  });
});

describe("ripgrep", () => {
  it("is never one that came with what is searched", async () => {
    const bin = join(workspace.root, "bin");
    const proof = join(workspace.base, "pwned");
    lay(workspace.root, { "bin/rg": `#!/bin/sh\ntouch ${proof}\n`, "a.txt": "needle" });
    spawnSync("chmod", ["+x", join(bin, "rg")]);
    const call = await callsTo(
      (context) => createSearchServer(context, { programPath: `${bin}:./bin:bin` }),
      { roots: [workspace.root] },
    );
    expect((await call("grep", { pattern: "needle" })).data).toMatchObject({ total: 1 });
    expect(spawnSync("test", ["-e", proof]).status).toBe(1);
  });

  it("is done without when it fails", async () => {
    const bin = join(workspace.base, "bin");
    lay(workspace.base, { "bin/rg": "#!/bin/sh\nexit 3\n" });
    spawnSync("chmod", ["+x", join(bin, "rg")]);
    writeFileSync(join(workspace.root, "a.txt"), "needle");
    const call = await callsTo((context) => createSearchServer(context, { programPath: bin }), {
      roots: [workspace.root],
    });
    expect((await call("grep", { pattern: "needle" })).data).toMatchObject({ total: 1 });
  });
});
