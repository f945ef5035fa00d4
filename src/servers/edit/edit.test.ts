import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createFileMemory } from "../files/file-memory.ts";
import { callsTo, lay, useClients, useWorkspace, type Call } from "../files/fixtures/workspace.ts";
import { createFilesystemServer } from "../filesystem/filesystem.ts";
import { ANYONE } from "../../util/anyone.ts";
import { createEditServer } from "./edit.ts";

const workspace = useWorkspace();
useClients();
let call: Call;
let files: Call;
beforeEach(async () => {
  const setup = { roots: [workspace.root], memory: createFileMemory() };
  call = await callsTo(createEditServer, setup);
  files = await callsTo(createFilesystemServer, setup);
});
const inRoot = (...names: string[]) => join(workspace.root, ...names);
/** Of one that has read nothing yet, so that a file may be laid anew. */
const newSession = () => randomUUID();
const read = (name: string) => readFileSync(inRoot(name), "utf8");
const replace = (old_text: string, new_text: string, rest = {}) =>
  call("replace", { path: "a.txt", old_text, new_text, ...rest }, newSession());

describe("replace", () => {
  it("replaces the one match, and shows a diff", async () => {
    lay(workspace.root, { "a.txt": "one\ntwo\nthree\n" });
    const { text, data } = await replace("two", "2");
    expect(read("a.txt")).toBe("one\n2\nthree\n");
    const diff = `--- ${inRoot("a.txt")}\n+++ ${inRoot("a.txt")}\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n`;
    expect(text).toBe(diff);
    expect(data).toMatchObject({
      path: inRoot("a.txt"),
      changed: true,
      dry_run: false,
      replacements: 1,
      diff,
    });
    expect((await files("read_file", { path: "a.txt" })).data["hash"]).toBe(data["hash"]);
  });

  it("changes nothing where there are several matches, and says how many and where", async () => {
    lay(workspace.root, { "a.txt": "x\ny\nx\n" });
    const { isError, text } = await replace("x", "z");
    expect(isError).toBe(true);
    expect(text).toContain("old_text is 2 times in");
    expect(text).toContain("in lines 1, 3; nothing was changed");
    expect(read("a.txt")).toBe("x\ny\nx\n");
    expect((await replace("x", "z", { replace_all: true })).data).toMatchObject({ replacements: 2 });
    expect(read("a.txt")).toBe("z\ny\nz\n");
  });

  it("counts matches that overlap, since either could be meant", async () => {
    lay(workspace.root, { "a.txt": "aaa" });
    expect((await replace("aa", "b")).text).toContain("2 times");
    await replace("aa", "b", { replace_all: true });
    expect(read("a.txt")).toBe("ba");
  });

  it("changes nothing where there is no match, and finds one that differs in white space", async () => {
    lay(workspace.root, { "a.txt": "if (x) {\n    y();\n}\n" });
    expect((await replace("z();", "")).text).toContain("old_text is not in");
    expect((await replace("if (x) {\n  y();\n}", "")).text).toContain(
      "Line 1 is like it but for white space",
    );
    expect((await replace("\ty();", "")).text).toContain("Line 2");
  });

  it("takes the new text literally", async () => {
    lay(workspace.root, { "a.txt": "a.c abc $& [x]" });
    await replace("a.c", "$& $1 \\n");
    expect(read("a.txt")).toBe("$& $1 \\n abc $& [x]");
  });

  it("writes nothing in a dry run", async () => {
    lay(workspace.root, { "a.txt": "one" });
    const { text, data } = await replace("one", "two", { dry_run: true });
    expect(text).toContain("Nothing was written");
    expect(data).toMatchObject({ changed: false, dry_run: true, diff: expect.stringContaining("+two") });
    expect(read("a.txt")).toBe("one");
  });

  it.each([
    ["CRLF", "one\r\ntwo\r\nthree\r\n", "one\ntwo", "1\n2\n3", "1\r\n2\r\n3\r\nthree\r\n"],
    ["CRLF, asked for with CRLF", "one\r\ntwo\r\n", "one\r\ntwo", "1\r\n2", "1\r\n2\r\n"],
    ["mixed line breaks", "a\r\nb\nc\nd\r\n", "b\nc", "B\nC", "a\r\nB\nC\nd\r\n"],
    ["LF, given CRLF", "a\nb\n", "a\r\nb", "A\r\nB", "A\nB\n"],
    ["a line break alone", "a\r\nb\r\nc", "\nb", "", "a\r\nc"],
    ["no final line break", "a\nb", "b", "c", "a\nc"],
    ["a byte order mark", "\uFEFFa\r\nb", "a\nb", "c\nd", "\uFEFFc\r\nd"],
    ["a lone CR", "a\rb\nc", "b\nc", "d", "a\rd"],
  ])("keeps %s", async (_what, before, oldText, newText, after) => {
    lay(workspace.root, { "a.txt": before });
    expect(await replace(oldText, newText)).toMatchObject({ isError: false });
    expect(read("a.txt")).toBe(after);
  });

  it("keeps the encoding, and says which character it lacks", async () => {
    lay(workspace.root, { "a.txt": Buffer.from("grün €?\n", "latin1") });
    writeFileSync(inRoot("a.txt"), Buffer.from([0x67, 0xfc, 0x80, 0x0a]));
    await replace("gü", "öl");
    expect([...readFileSync(inRoot("a.txt"))]).toEqual([0xf6, 0x6c, 0x80, 0x0a]);
    expect((await replace("öl", "漢")).text).toContain("windows-1252, which has no '漢'");
    writeFileSync(inRoot("a.txt"), Buffer.from("\uFEFFgrün\r\n", "utf16le").swap16());
    await replace("grün", "blau");
    expect(readFileSync(inRoot("a.txt")).swap16().toString("utf16le")).toBe("\uFEFFblau\r\n");
  });

  it("keeps the mode, and leaves no temporary file", async () => {
    lay(workspace.root, { "a.txt": "#!/bin/sh\n" });
    chmodSync(inRoot("a.txt"), 0o4755);
    await replace("sh", "bash");
    expect(statSync(inRoot("a.txt")).mode & 0o7777).toBe(0o4755);
    expect(readdirSync(workspace.root)).toEqual(["a.txt"]);
  });

  it("refuses what is no text, and what is not there", async () => {
    lay(workspace.root, { "a.txt": Buffer.from([1, 0, 2]) });
    expect((await replace("a", "b")).text).toContain("is binary");
    expect((await call("replace", { path: "none", old_text: "a", new_text: "b" })).text).toContain(
      "There is no",
    );
    expect((await replace("", "b")).isError).toBe(true);
  });

  it("changes exactly the bytes of the match, whatever is around it", async () => {
    const piece = fc
      .array(fc.constantFrom("a", "b", "\r\n", "\n", "\r", "ü", " "), { maxLength: 12 })
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(piece, piece, piece, async (before, after, newText) => {
        // CR just before the mark would join with a line break in it.
        lay(workspace.root, { "a.txt": `${before}MARK${after}` });
        await replace("MARK", `N${newText.replaceAll("\r", "")}N`);
        const result = read("a.txt");
        expect(result.startsWith(`${before}N`) && result.endsWith(`N${after}`)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("conflicts", () => {
  it("refuses a change of a file that changed since the session read it, through the other server", async () => {
    lay(workspace.root, { "a.txt": "one two" });
    await files("read_file", { path: "a.txt" }, "me");
    writeFileSync(inRoot("a.txt"), "one two three");
    const edit = { path: "a.txt", old_text: "one", new_text: "1" };
    expect((await call("replace", edit, "me")).text).toContain("changed by someone else since it was read");
    expect(read("a.txt")).toBe("one two three");
    expect((await call("replace", edit, "you")).isError).toBe(false);
    await files("read_file", { path: "a.txt" }, "me");
    expect((await call("replace", { path: "a.txt", old_text: "two", new_text: "2" }, "me")).isError).toBe(
      false,
    );
    expect((await call("replace", { path: "a.txt", old_text: "three", new_text: "3" }, "me")).isError).toBe(
      false,
    );
    expect(read("a.txt")).toBe("1 2 3");
  });

  it("remembers nothing for those who share a session, and says what protects them", async () => {
    lay(workspace.root, { "a.txt": "one two" });
    const { text, data } = await files("read_file", { path: "a.txt" }, ANYONE);
    expect(text).toContain(`expected_hash ${String(data["hash"])}`);
    writeFileSync(inRoot("a.txt"), "one two three");
    const edit = { path: "a.txt", old_text: "one", new_text: "1" };
    const unchecked = await call("replace", edit, ANYONE);
    expect(unchecked).toMatchObject({
      isError: false,
      text: expect.stringContaining("only expected_hash protects"),
    });
    const { hash } = unchecked.data;
    const checked = await call("replace", { ...edit, old_text: "two", expected_hash: hash }, ANYONE);
    expect(checked.text).not.toContain("expected_hash");
    const whole = { path: "a.txt", content: "new" };
    expect((await files("write_file", whole, ANYONE)).text).toContain("only expected_hash protects");
    expect((await files("write_file", { ...whole, path: "b.txt" }, ANYONE)).text).not.toContain(
      "expected_hash",
    );
    expect((await files("write_file", { ...whole, expected_hash: hash }, ANYONE)).isError).toBe(true);
  });

  it("refuses a change that expects another content", async () => {
    lay(workspace.root, { "a.txt": "one" });
    const hash = "0".repeat(64);
    for (const [tool, args] of [
      ["replace", { old_text: "one", new_text: "two" }],
      ["insert", { after_line: 0, text: "x" }],
      ["multi_edit", { edits: [{ old_text: "one", new_text: "two" }] }],
    ] as const)
      expect((await call(tool, { path: "a.txt", expected_hash: hash, ...args })).text).toContain(
        "changed by someone else",
      );
    expect(read("a.txt")).toBe("one");
  });

  it("loses no change of many that are made at once", async () => {
    lay(workspace.root, { "a.txt": Array.from({ length: 25 }, (_, index) => `<${index}>`).join("\n") });
    const all = await Promise.all(
      Array.from({ length: 25 }, (_, index) => replace(`<${index}>`, `(${index})`)),
    );
    expect(all.filter((one) => one.isError)).toEqual([]);
    expect(read("a.txt")).toBe(Array.from({ length: 25 }, (_, index) => `(${index})`).join("\n"));
  });
});

describe("multi_edit", () => {
  it("makes all changes in order, or none and says which one failed", async () => {
    lay(workspace.root, { "a.txt": "a b c" });
    const good = [
      { old_text: "a", new_text: "x" },
      { old_text: "x b", new_text: "y" },
    ];
    const bad = await call("multi_edit", {
      path: "a.txt",
      edits: [...good, { old_text: "b", new_text: "" }],
    });
    expect(bad.text).toContain("Edit 3 of 3: old_text is not in");
    expect(read("a.txt")).toBe("a b c");
    expect((await call("multi_edit", { path: "a.txt", edits: good })).data).toMatchObject({
      replacements: 2,
    });
    expect(read("a.txt")).toBe("y c");
  });
});

describe("insert", () => {
  it.each([
    [0, "a\nb\n", "new\na\nb\n"],
    [1, "a\nb\n", "a\nnew\nb\n"],
    [2, "a\nb\n", "a\nb\nnew\n"],
    [2, "a\nb", "a\nb\nnew"],
    [1, "a\r\nb\r\n", "a\r\nnew\r\nb\r\n"],
    [0, "", "new\n"],
  ])("puts lines after line %i of %j", async (after_line, before, after) => {
    lay(workspace.root, { "a.txt": before });
    expect((await call("insert", { path: "a.txt", after_line, text: "new" })).isError).toBe(false);
    expect(read("a.txt")).toBe(after);
  });

  it("refuses a line that is not there", async () => {
    lay(workspace.root, { "a.txt": "a\nb\n" });
    expect((await call("insert", { path: "a.txt", after_line: 3, text: "x" })).text).toContain(
      "fewer than 3 lines",
    );
  });
});

describe("apply_patch", () => {
  const patch = (text: string, rest = {}) => call("apply_patch", { patch: text, ...rest }, newSession());
  const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("");

  it("applies several hunks, also where lines have moved", async () => {
    lay(workspace.root, { "a.txt": `added\n${TEN}` });
    const text =
      "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n line 1\n+line 1.5\n line 2\n@@ -9,2 +10,1 @@\n line 9\n-line 10\n";
    expect((await patch(text)).data).toMatchObject({ files: [{ path: inRoot("a.txt"), action: "changed" }] });
    expect(read("a.txt")).toBe(
      `added\n${TEN}`.replace("line 1\n", "line 1\nline 1.5\n").replace("line 10\n", ""),
    );
  });

  it("changes nothing when a hunk does not fit, and names it with both lines", async () => {
    lay(workspace.root, { "a.txt": TEN });
    const { isError, text } = await patch(
      "--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-line 1\n+first\n@@ -5,2 +5,2 @@\n line 5\n-line six\n+line 6!\n",
    );
    expect(isError).toBe(true);
    expect(text).toContain("Hunk 2 of 2 (@@ -5,2 +5,2 @@) does not fit");
    expect(text).toContain(`at line 6 it expects "line six", but the file has "line 6"`);
    expect(read("a.txt")).toBe(TEN);
  });

  it("does not guess between several places", async () => {
    lay(workspace.root, { "a.txt": "x\ny\n\nx\ny\n" });
    expect((await patch("--- a.txt\n+++ a.txt\n@@ -3,2 +3,2 @@\n x\n-y\n+z\n")).text).toContain(
      "but at several others",
    );
    expect((await patch("--- a.txt\n+++ a.txt\n@@ -4,2 +4,2 @@\n x\n-y\n+z\n")).isError).toBe(false);
    expect(read("a.txt")).toBe("x\ny\n\nx\nz\n");
  });

  it("creates, changes and deletes files together, or none of them", async () => {
    lay(workspace.root, { "sub/old.txt": "bye\n", "sub/b.txt": "one\n" });
    const parts = [
      "--- /dev/null\n+++ b/new/deep/file.txt\n@@ -0,0 +1,2 @@\n+hello\n+world\n",
      "--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n",
      "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-ONE\n+two\n",
    ];
    expect((await patch(parts.join(""), { path: "sub" })).text).toContain("Hunk 1 of 1");
    expect(readdirSync(inRoot("sub"))).toEqual(["b.txt", "old.txt"]);
    expect((await patch(parts.join("").replace("ONE", "one"), { path: "sub" })).isError).toBe(false);
    expect(read("sub/new/deep/file.txt")).toBe("hello\nworld\n");
    expect(readdirSync(inRoot("sub"))).toEqual(["b.txt", "new"]);
    expect(read("sub/b.txt")).toBe("two\n");
  });

  it("makes files executable, and takes that away, with their content or alone", async () => {
    lay(workspace.root, { "a.sh": "one\n", "b.sh": "two\n", "empty.txt": "" });
    chmodSync(inRoot("a.sh"), 0o640);
    chmodSync(inRoot("b.sh"), 0o755);
    const text =
      "diff --git a/a.sh b/a.sh\nold mode 100644\nnew mode 100755\nindex 5626abf..f719efd\n--- a/a.sh\n+++ b/a.sh\n@@ -1 +1 @@\n-one\n+1\n" +
      "diff --git a/b.sh b/b.sh\nold mode 100755\nnew mode 100644\n" +
      "diff --git a/c.sh b/c.sh\nnew file mode 100755\nindex 0000000..2\n--- /dev/null\n+++ b/c.sh\n@@ -0,0 +1 @@\n+new\n" +
      "diff --git a/made.txt b/made.txt\nnew file mode 100644\nindex 0000000..e69de29\n" +
      "diff --git a/empty.txt b/empty.txt\ndeleted file mode 100644\nindex e69de29..0000000\n";
    const { data, text: said } = await patch(text);
    expect(data["files"]).toMatchObject([
      { path: inRoot("a.sh"), action: "changed", executable: true },
      { path: inRoot("b.sh"), action: "changed", executable: false },
      { path: inRoot("c.sh"), action: "created", executable: true },
      { path: inRoot("made.txt"), action: "created" },
      { path: inRoot("empty.txt"), action: "deleted" },
    ]);
    const modeOf = (name: string): number => statSync(inRoot(name)).mode & 0o777;
    expect([modeOf("a.sh"), modeOf("b.sh"), modeOf("c.sh") & 0o100]).toEqual([0o750, 0o644, 0o100]);
    expect([read("a.sh"), read("b.sh"), read("made.txt")]).toEqual(["1\n", "two\n", ""]);
    expect(existsSync(inRoot("empty.txt"))).toBe(false);
    expect(said).toContain(`${inRoot("b.sh")} is no longer executable`);
  });

  it("puts permissions back, too", async () => {
    lay(workspace.root, { "a.sh": "one\n", "gone.sh": "bye\n", "dir/": "" });
    chmodSync(inRoot("a.sh"), 0o640);
    chmodSync(inRoot("gone.sh"), 0o750);
    const text =
      "diff --git a/a.sh b/a.sh\nold mode 100644\nnew mode 100755\n--- a/gone.sh\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n" +
      "--- /dev/null\n+++ b/x.txt\n@@ -0,0 +1 @@\n+x\n--- /dev/null\n+++ b/x.txt/y.txt\n@@ -0,0 +1 @@\n+y\n";
    expect((await patch(text)).isError).toBe(true);
    const modes = ["a.sh", "gone.sh"].map((name) => statSync(inRoot(name)).mode & 0o777);
    expect(modes).toEqual([0o640, 0o750]);
  });

  it("names files by whole paths, and what is none as diffs do", async () => {
    lay(workspace.root, { "old.txt": "bye\n" });
    const text =
      "--- /dev/null\n+++ b/new/deep/file.txt\n@@ -0,0 +1 @@\n+hello\n--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n";
    for (const dry_run of [true, false]) {
      const { data } = await patch(text, { dry_run });
      expect(data["files"]).toMatchObject([
        { path: inRoot("new/deep/file.txt") },
        { path: inRoot("old.txt") },
      ]);
      expect(data["diff"]).toContain(`--- /dev/null\n+++ ${inRoot("new/deep/file.txt")}\n`);
      expect(data["diff"]).toContain(`--- ${inRoot("old.txt")}\n+++ /dev/null\n`);
    }
  });

  it("puts back what it wrote when a later file cannot be written", async () => {
    lay(workspace.root, { "a.txt": "one\n", "gone.txt": "bye\n", file: "in the way\n" });
    const text =
      "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n" +
      "--- /dev/null\n+++ b/deep/x.txt\n@@ -0,0 +1 @@\n+x\n--- /dev/null\n+++ b/deep/x.txt/y.txt\n@@ -0,0 +1 @@\n+y\n";
    expect((await patch(text)).isError).toBe(true);
    expect(read("a.txt")).toBe("one\n");
    expect(read("gone.txt")).toBe("bye\n");
    expect(existsSync(inRoot("deep/x.txt"))).toBe(false);
  });

  it.each([
    ["the missing final line break", "a\nb", "-b\n+c", "a\nc"],
    ["a final line break that the patch adds", "a\nb", "-b\n\\ No newline at end of file\n+c", "a\nc\n"],
    ["a final line break that the patch takes", "a\nb\n", "-b\n+c\n\\ No newline at end of file", "a\nc"],
    ["CRLF", "a\r\nb\r\n", "-b\n+c", "a\r\nc\r\n"],
    ["CRLF, with CR in the patch", "a\r\nb\r\n", "-b\r\n+c\r", "a\r\nc\r\n"],
    ["a byte order mark", "\uFEFFa\nb\n", "-b\n+c", "\uFEFFa\nc\n"],
  ])("keeps %s", async (_what, before, hunk, after) => {
    lay(workspace.root, { "a.txt": before });
    expect(await patch(`--- a.txt\n+++ a.txt\n@@ -2 +2 @@\n${hunk}\n`)).toMatchObject({ isError: false });
    expect(read("a.txt")).toBe(after);
  });

  it.each([
    ["nothing at all", "there is no hunk in it"],
    ["@@ -1 +1 @@\n-a\n+b\n", "a hunk has no file"],
    ["--- a.txt\n+++ a.txt\n@@ -1,5 +1,5 @@\n-a\n+b\n", "must fit the lines that follow"],
    ["--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-a\n+b\n", "it renames 'a.txt' to 'b.txt'"],
    [
      "--- ../outside/secret.txt\n+++ ../outside/secret.txt\n@@ -1 +1 @@\n-a\n+b\n",
      "outside of the allowed folders",
    ],
    ["--- /dev/null\n+++ b/../root-evil/new.txt\n@@ -0,0 +1 @@\n+b\n", "outside of the allowed folders"],
    ["--- /dev/null\n+++ a.txt\n@@ -0,0 +1 @@\n+b\n", "exists already"],
    [
      "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+a.txt\n",
      "'b/l' as a symbolic link",
    ],
    [
      "diff --git a/a.txt b/a.txt\nindex 1..2 120000\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n",
      "a symbolic link",
    ],
    ["diff --git a/s b/s\nnew file mode 160000\n--- /dev/null\n+++ b/s\n@@ -0,0 +1 @@\n+x\n", "a submodule"],
    ["diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100600\n", "the mode 100600"],
    ["--- none.txt\n+++ none.txt\n@@ -1 +1 @@\n-a\n+b\n", "does not exist"],
  ])("refuses %j", async (text, message) => {
    lay(workspace.root, { "a.txt": "a\n" });
    expect(await patch(text)).toMatchObject({ isError: true, text: expect.stringContaining(message) });
    expect(read("a.txt")).toBe("a\n");
  });

  it("applies what git makes of any two texts", async () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "", "--", "++ x", "\\"), { maxLength: 14 });
    const text = fc
      .tuple(lines, fc.boolean())
      .map(([all, end]) => all.join("\n") + (end && all.length > 0 ? "\n" : ""));
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        fc.pre(before !== after && before !== "" && after !== "");
        lay(workspace.base, { "old.txt": before, "new.txt": after });
        const diff = gitDiff(join(workspace.base, "old.txt"), join(workspace.base, "new.txt"));
        lay(workspace.root, { "a.txt": before });
        const made = await patch(
          diff
            .replace(/^--- .*$/m, "--- a/a.txt")
            .replace(/^\+\+\+ .*$/m, "+++ b/a.txt")
            .replace(/^diff --git.*\nindex.*\n/, ""),
        );
        expect(made.text).not.toContain("Hunk");
        expect(read("a.txt")).toBe(after);
      }),
      { numRuns: 40 },
    );
  });
});

function gitDiff(from: string, to: string): string {
  try {
    return execFileSync("git", ["diff", "--no-index", "--no-color", "-U1", from, to], { encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout; // git ends with 1 where there is a difference
  }
}
