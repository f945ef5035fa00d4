import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { callsTo, lay, useClients, useWorkspace, type Call } from "../files/fixtures/workspace.ts";
import { createFilesystemServer } from "./filesystem.ts";

const workspace = useWorkspace();
useClients();
let call: Call;
beforeEach(async () => {
  call = await callsTo(createFilesystemServer, { roots: [workspace.root] });
});
const inRoot = (...names: string[]) => join(workspace.root, ...names);
const read = (name: string) => readFileSync(inRoot(name), "utf8");
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("read_file", () => {
  it("gives the text as it stands, with its hash, encoding and lines", async () => {
    lay(workspace.root, { "a.txt": "one\ntwo\r\nthree" });
    const { text, data } = await call("read_file", { path: "a.txt" });
    expect(text).toBe("one\ntwo\r\nthree");
    const sum = spawnSync("sha256sum", [inRoot("a.txt")], { encoding: "utf8" }).stdout.slice(0, 64);
    expect(data).toEqual({
      path: inRoot("a.txt"),
      kind: "text",
      size: 14,
      hash: sum,
      text,
      encoding: "utf-8",
      has_bom: false,
      first_line: 1,
      last_line: 3,
      total_lines: 3,
    });
  });

  it.each([
    [{ first_line: 2, last_line: 3 }, "b\nc\n", 2, 3],
    [{ first_line: 4 }, "d", 4, 4],
    [{ last_line: 1 }, "a\n", 1, 1],
    [{ first_line: 9 }, "", 9, 8],
    [{ first_line: 3, last_line: 99 }, "c\nd", 3, 4],
  ])("reads the lines %j", async (range, expected, first, last) => {
    lay(workspace.root, { "a.txt": "a\nb\nc\nd" });
    const { data } = await call("read_file", { path: "a.txt", ...range });
    expect(data).toMatchObject({ text: expected, first_line: first, last_line: last, total_lines: 4 });
  });

  it("reads bytes by range, as text and as base64", async () => {
    lay(workspace.root, { "a.txt": "hello world", "b.bin": Buffer.from([0, 1, 2, 255]) });
    expect(await call("read_file", { path: "a.txt", offset: 6, length: 3 })).toMatchObject({
      text: "wor",
      data: { kind: "bytes", base64: Buffer.from("wor").toString("base64"), size: 11 },
    });
    expect((await call("read_file", { path: "b.bin", offset: 1 })).data).toMatchObject({ base64: "AQL/" });
    expect(await call("read_file", { path: "b.bin", offset: 100 })).toMatchObject({ data: { base64: "" } });
  });

  it.each([
    ["utf-8", Buffer.from("\uFEFFgrün"), true],
    ["utf-16le", Buffer.from("\uFEFFgrün", "utf16le"), true],
    ["utf-16be", Buffer.from("\uFEFFgrün", "utf16le").swap16(), true],
    ["windows-1252", Buffer.from("grün", "latin1"), false],
  ])("reads text in %s", async (encoding, bytes, hasBom) => {
    lay(workspace.root, { "a.txt": bytes });
    expect(await call("read_file", { path: "a.txt" })).toMatchObject({
      text: "grün",
      data: { encoding, has_bom: hasBom },
    });
  });

  it("gives images as images, by what they are and not by their name", async () => {
    lay(workspace.root, { "image.txt": PNG, "text.png": "no image" });
    const { content, data } = await call("read_file", { path: "image.txt" });
    expect(content).toEqual([{ type: "image", mimeType: "image/png", data: PNG.toString("base64") }]);
    expect(data).toMatchObject({ kind: "image", mime_type: "image/png" });
    expect((await call("read_file", { path: "text.png" })).text).toBe("no image");
  });

  it("refuses binary content, and says how to read it", async () => {
    lay(workspace.root, { "a.bin": Buffer.from([1, 2, 0, 4]), "b.bin": Buffer.from([0xff, 0xff, 0x01]) });
    for (const path of ["a.bin", "b.bin"]) {
      const { isError, text } = await call("read_file", { path });
      expect(isError).toBe(true);
      expect(text).toContain("is binary");
      expect(text).toContain("offset and length");
    }
  });

  it("cuts a long text after a whole line and says where to go on", async () => {
    const lines = Array.from({ length: 300_000 }, (_, index) => `line ${index + 1}\n`);
    lay(workspace.root, { "long.txt": lines.join("") });
    let next: unknown = 1;
    let all = "";
    for (let rounds = 0; next !== undefined && rounds < 10; rounds += 1) {
      const { data, content } = await call("read_file", { path: "long.txt", first_line: next });
      all += data["text"] as string;
      next = data["next_line"];
      expect(content).toHaveLength(next === undefined ? 1 : 2);
    }
    expect(all).toBe(lines.join(""));
  });

  it("reads lines of a file that is too large to be read whole", async () => {
    const lines = Array.from({ length: 2_000_000 }, (_, index) => `line ${index + 1}\n`);
    lay(workspace.root, { "large.txt": lines.join("") });
    const middle = await call("read_file", {
      path: "large.txt",
      first_line: 1_500_000,
      last_line: 1_500_001,
    });
    expect(middle.data).toMatchObject({ text: "line 1500000\nline 1500001\n", last_line: 1_500_001 });
    expect(middle.data).not.toHaveProperty("hash");
    const start = await call("read_file", { path: "large.txt" });
    expect(start.data["next_line"]).toBe((start.data["last_line"] as number) + 1);
    expect((await call("read_file", { path: "large.txt", first_line: 2_000_000 })).data).toMatchObject({
      text: "line 2000000\n",
    });
    expect((await call("read_file", { path: "large.txt", first_line: 3_000_000 })).data).toMatchObject({
      text: "",
    });
  });

  it("does not read gigabytes of a sparse file", async () => {
    lay(workspace.root, { "sparse.bin": "" });
    truncateSync(inRoot("sparse.bin"), 5 * 1024 ** 3);
    expect((await call("read_file", { path: "sparse.bin" })).text).toContain("is binary (5368709120 bytes)");
    const end = await call("read_file", { path: "sparse.bin", offset: 5 * 1024 ** 3 - 2, length: 10 });
    expect(end.data).toMatchObject({ base64: "AAA=" });
  });

  it.each([
    [{ first_line: 1, offset: 0 }, "Both lines and bytes"],
    [{ first_line: 5, last_line: 4 }, "last_line (4) is before first_line (5)"],
    [{ first_line: 0 }, "first_line"],
    [{ lines: 3 }, "lines"],
  ])("refuses the range %j", async (range, message) => {
    lay(workspace.root, { "a.txt": "a" });
    expect(await call("read_file", { path: "a.txt", ...range })).toMatchObject({
      isError: true,
      text: expect.stringContaining(message),
    });
  });
});

describe("write_file", () => {
  it("creates a file, and replaces one without touching its mode", async () => {
    expect((await call("write_file", { path: "a.sh", content: "1" })).data).toMatchObject({
      created: true,
      size: 1,
    });
    expect(statSync(inRoot("a.sh")).mode & 0o777).toBe(0o666 & ~process.umask());
    chmodSync(inRoot("a.sh"), 0o750);
    expect((await call("write_file", { path: "a.sh", content: "2" })).data).toMatchObject({ created: false });
    expect(read("a.sh")).toBe("2");
    expect(statSync(inRoot("a.sh")).mode & 0o7777).toBe(0o750);
    expect(readdirSync(workspace.root)).toEqual(["a.sh"]);
  });

  it("writes bytes from base64, and refuses what is none", async () => {
    await call("write_file", { path: "a.bin", content: PNG.toString("base64"), encoding: "base64" });
    expect(readFileSync(inRoot("a.bin"))).toEqual(PNG);
    expect((await call("write_file", { path: "b.bin", content: "a*b", encoding: "base64" })).text).toContain(
      "not base64",
    );
  });

  it("creates folders only where that is asked for", async () => {
    expect((await call("write_file", { path: "x/y/a.txt", content: "1" })).text).toContain(
      "There is no folder",
    );
    expect(existsSync(inRoot("x"))).toBe(false);
    expect(
      (await call("write_file", { path: "x/y/a.txt", content: "1", create_parents: true })).isError,
    ).toBe(false);
    expect(read("x/y/a.txt")).toBe("1");
  });

  it("replaces nothing with create_only", async () => {
    lay(workspace.root, { "a.txt": "old" });
    expect((await call("write_file", { path: "a.txt", content: "new", create_only: true })).text).toContain(
      "exists already",
    );
    expect(read("a.txt")).toBe("old");
  });

  it("replaces a file that is too large to be read, unless it is to be a new one", async () => {
    lay(workspace.root, { large: "" });
    truncateSync(inRoot("large"), 2 * 1024 ** 3);
    expect((await call("write_file", { path: "large", content: "x", create_only: true })).isError).toBe(true);
    expect(statSync(inRoot("large")).size).toBe(2 * 1024 ** 3);
    expect((await call("write_file", { path: "large", content: "small" })).data).toMatchObject({
      created: false,
    });
    expect(read("large")).toBe("small");
  });

  it("writes through a link inside the root, and keeps the link", async () => {
    lay(workspace.root, { "real/a.txt": "old", link: "-> real/a.txt" });
    expect((await call("write_file", { path: "link", content: "new" })).data).toMatchObject({
      path: inRoot("real/a.txt"),
    });
    expect(lstatSync(inRoot("link")).isSymbolicLink()).toBe(true);
    expect(read("real/a.txt")).toBe("new");
  });

  it("refuses to replace what has another hash than expected, or changed since the session read it", async () => {
    lay(workspace.root, { "a.txt": "one" });
    const { data } = await call("read_file", { path: "a.txt" }, "me");
    writeFileSync(inRoot("a.txt"), "two");
    for (const [args, session] of [
      [{ expected_hash: data["hash"] }, undefined],
      [{}, "me"],
    ] as const) {
      const { isError, text } = await call(
        "write_file",
        { path: "a.txt", content: "three", ...args },
        session,
      );
      expect(isError).toBe(true);
      expect(text).toContain("was changed by someone else since it was read; nothing was written");
    }
    expect(read("a.txt")).toBe("two");
    expect((await call("write_file", { path: "a.txt", content: "three" }, "you")).isError).toBe(false);
    await call("read_file", { path: "a.txt" }, "me");
    expect((await call("write_file", { path: "a.txt", content: "four" }, "me")).isError).toBe(false);
    expect((await call("write_file", { path: "a.txt", content: "five" }, "me")).isError).toBe(false);
  });

  it("lets exactly one of many writers win that all expect the same content", async () => {
    lay(workspace.root, { "a.txt": "start" });
    const { data } = await call("read_file", { path: "a.txt" });
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call("write_file", { path: "a.txt", content: `writer ${index}`, expected_hash: data["hash"] }),
      ),
    );
    expect(all.filter((one) => !one.isError)).toHaveLength(1);
    expect(readdirSync(workspace.root)).toEqual(["a.txt"]);
  });
});

describe("list_directory", () => {
  it("lists names in order, with their kinds", async () => {
    lay(workspace.root, { "b.txt": "12", "a/x": "", link: "-> b.txt", ".hidden": "" });
    const { text, data } = await call("list_directory", {});
    expect(text).toBe("[FILE] .hidden\n[DIR] a\n[FILE] b.txt\n[LINK] link");
    expect(data).toMatchObject({ path: workspace.root, total: 4, cut: 0 });
    const detailed = await call("list_directory", { path: ".", details: true });
    expect(detailed.data["entries"]).toContainEqual({
      name: "b.txt",
      kind: "file",
      size: 2,
      modified: expect.stringMatching(/^20/),
    });
  });

  it("counts what a limit cuts", async () => {
    lay(workspace.root, Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, ""])));
    const { text, data } = await call("list_directory", { limit: 10 });
    expect(data).toMatchObject({ total: 30, cut: 20 });
    expect(text).toContain("[20 more entries are left out");
  });

  it("says what is no folder", async () => {
    lay(workspace.root, { a: "" });
    expect((await call("list_directory", { path: "a" })).text).toContain("is a file, not a folder");
    expect((await call("list_directory", { path: "b" })).text).toContain("There is no folder");
    expect((await call("list_directory", { path: "a/b" })).text).toContain("is not a folder");
  });
});

describe("directory_tree", () => {
  it("draws the tree down to a depth, follows no link, and names what it leaves out", async () => {
    lay(workspace.root, { "a/b/c/d.txt": "", "a/e.txt": "", "z.txt": "", loop: "-> ." });
    const { text, data } = await call("directory_tree", { depth: 2 });
    expect(text).toBe(
      [
        `${workspace.root}/`,
        "  a/",
        "    b/",
        "      … (depth)",
        "    e.txt",
        "  loop (link)",
        "  z.txt",
      ].join("\n"),
    );
    expect(data["cut"]).toEqual([{ path: "a/b", reason: "depth" }]);
  });

  it("cuts the deep parts first, and counts", async () => {
    lay(workspace.root, { "a/1": "", "a/2": "", "a/3": "", b: "" });
    const { data } = await call("directory_tree", { limit: 4 });
    expect(data["entries"]).toEqual([
      { path: "a", kind: "folder" },
      { path: "b", kind: "file" },
      { path: "a/1", kind: "file" },
      { path: "a/2", kind: "file" },
    ]);
    expect(data["cut"]).toEqual([{ path: "a", entries: 1, reason: "limit" }]);
  });
});

describe("move", () => {
  it("renames files and folders, also into folders that it creates", async () => {
    lay(workspace.root, { "a.txt": "1", "d/x": "2" });
    expect(
      (await call("move", { source: "a.txt", destination: "n/m/b.txt", create_parents: true })).isError,
    ).toBe(false);
    expect(read("n/m/b.txt")).toBe("1");
    expect((await call("move", { source: "d", destination: "e" })).isError).toBe(false);
    expect(read("e/x")).toBe("2");
    expect(readdirSync(workspace.root)).toEqual(["e", "n"]);
  });

  it("replaces a file only where that is asked for, and a folder never", async () => {
    lay(workspace.root, { "a.txt": "a", "b.txt": "b", "c/": "" });
    expect((await call("move", { source: "a.txt", destination: "b.txt" })).text).toContain("exists already");
    expect((await call("move", { source: "a.txt", destination: "c", overwrite: true })).text).toContain(
      "with the name in that folder",
    );
    expect(read("b.txt")).toBe("b");
    expect((await call("move", { source: "a.txt", destination: "b.txt", overwrite: true })).isError).toBe(
      false,
    );
    expect(read("b.txt")).toBe("a");
  });

  it("moves a link itself, and refuses nonsense", async () => {
    lay(workspace.root, { "a.txt": "a", link: "-> a.txt", "d/": "" });
    expect((await call("move", { source: "link", destination: "link2" })).isError).toBe(false);
    expect(lstatSync(inRoot("link2")).isSymbolicLink()).toBe(true);
    expect((await call("move", { source: "none", destination: "x" })).text).toContain("There is no");
    expect((await call("move", { source: "d", destination: "d/e" })).isError).toBe(true);
    expect((await call("move", { source: ".", destination: "e" })).text).toContain("allowed folder itself");
  });
});

describe("delete", () => {
  it("deletes a file, an empty folder, and a tree only where that is asked for", async () => {
    lay(workspace.root, { "a.txt": "", "empty/": "", "d/e/f": "", "d/link": "-> ../keep", "keep/x": "x" });
    expect((await call("delete", { path: "a.txt" })).data).toMatchObject({ deleted: 1, kind: "file" });
    expect((await call("delete", { path: "empty" })).data).toMatchObject({ deleted: 1, kind: "folder" });
    expect((await call("delete", { path: "d" })).text).toContain("Set recursive");
    expect((await call("delete", { path: "d", recursive: true })).data).toMatchObject({ deleted: 4 });
    expect(readdirSync(workspace.root)).toEqual(["keep"]);
    expect(read("keep/x")).toBe("x");
    expect((await call("delete", { path: ".", recursive: true })).text).toContain("allowed folder itself");
    expect((await call("delete", { path: "none" })).text).toContain("There is no");
  });

  it("deletes links to nothing and in a circle", async () => {
    lay(workspace.root, { dangling: "-> nothing/there", circle: "-> circle" });
    for (const path of ["dangling", "circle"]) expect((await call("delete", { path })).isError).toBe(false);
    expect(readdirSync(workspace.root)).toEqual([]);
  });
});

describe("stat and create_directory", () => {
  it("tells what a file is, through links inside the root", async () => {
    lay(workspace.root, { "a.txt": "123", link: "-> a.txt" });
    chmodSync(inRoot("a.txt"), 0o640);
    expect((await call("stat", { path: "link" })).data).toMatchObject({
      path: inRoot("a.txt"),
      kind: "file",
      size: 3,
      mode: "0640",
    });
    expect((await call("stat", { path: "." })).data).toMatchObject({ kind: "folder" });
    expect((await call("stat", { path: "none" })).isError).toBe(true);
  });

  it("creates a folder and those above it, once", async () => {
    expect((await call("create_directory", { path: "a/b/c" })).data).toEqual({
      path: inRoot("a/b/c"),
      created: true,
    });
    expect((await call("create_directory", { path: "a/b/c" })).data).toMatchObject({ created: false });
    lay(workspace.root, { file: "" });
    expect((await call("create_directory", { path: "file" })).text).toContain("is a file");
  });
});
