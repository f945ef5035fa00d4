/**
 * Our `filesystem` and `edit` beside the reference server: the same operations on two equal folders must give the same contents,
 * listings and refusals. Where ours deliberately differs, the test says so.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Box } from "../../src/box/box.ts";
import { createBox } from "../../src/box/create-box.ts";
import { lay } from "../../src/servers/files/fixtures/workspace.ts";
import type { CallResult, JsonObject } from "../../src/types.ts";
import { programOf } from "./real-servers.ts";

let base = "";
let box: Box;
/** The same things in both. */
const folders = { ours: "", theirs: "" };

const TREE = {
  "text.txt": "one\ntwo\nthree\n",
  "windows.txt": "one\r\ntwo\r\n",
  "empty.txt": "",
  "grüße ✓.txt": "äöü 漢字 😀\n",
  "sub/deep/a.txt": "deep",
  "sub/b.txt": "b",
  ".hidden": "hidden",
  "inside-link": "-> sub/b.txt",
  "outside-link": "-> ../outside/secret.txt",
  "outside-folder": "-> ../outside",
  "dangling-outside": "-> ../outside/new.txt",
};

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tackle-compare-")));
  for (const side of ["ours", "theirs"] as const) {
    folders[side] = join(base, side, "root");
    mkdirSync(folders[side], { recursive: true });
  }
  const [command, program] = programOf("@modelcontextprotocol/server-filesystem");
  const roots = [folders.ours];
  box = await createBox({
    env: { HOME: base, PATH: process.env["PATH"] },
    cwd: base,
    mcpServers: {
      peer: { command, args: [program, folders.theirs] },
      filesystem: { type: "inprocess", options: { roots } },
      edit: { type: "inprocess", options: { roots } },
      search: { type: "inprocess", options: { roots } },
    },
  });
  await box.start();
  expect(box.status().map(({ name, state }) => [name, state])).toEqual(
    ["edit", "filesystem", "peer", "search"].map((name) => [name, "ready"]),
  );
});

afterAll(async () => {
  await box.stop();
  rmSync(base, { recursive: true });
});

beforeEach(() => {
  for (const root of Object.values(folders)) {
    rmSync(join(root, ".."), { recursive: true });
    lay(join(root, ".."), { "outside/secret.txt": "secret", "root-evil/secret.txt": "secret" });
    lay(root, TREE);
  }
});

const call = (server: string, tool: string, args: JsonObject): Promise<CallResult> =>
  box.call({ server, tool }, args, {
    caller: { kind: "person", name: "test", session: crypto.randomUUID() },
  });
const ours = (tool: string, args: JsonObject, server = "filesystem") => call(server, tool, args);
const theirs = (tool: string, args: JsonObject) => call("peer", tool, args);
const own = (path: string) => join(folders.ours, path);
const their = (path: string) => join(folders.theirs, path);

/** Every file of a folder with its content. */
function contents(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      relative(root, join(parentPath, name)),
      readFileSync(join(parentPath, name), "utf8"),
    ]),
  );
}

function expectSameFiles(): void {
  expect(contents(join(folders.ours, ".."))).toEqual(contents(join(folders.theirs, "..")));
}

describe("reading", () => {
  it.each([
    "text.txt",
    "windows.txt",
    "empty.txt",
    "grüße ✓.txt",
    "sub/deep/a.txt",
    ".hidden",
    "inside-link",
    "sub/../text.txt",
  ])("gives the same content of %s", async (path) => {
    const [one, other] = [
      await ours("read_file", { path: own(path) }),
      await theirs("read_text_file", { path: their(path) }),
    ];
    expect([one.success, other.success]).toEqual([true, true]);
    expect((one.data as { text: string }).text).toBe((other.data as { content: string }).content);
  });

  it("gives the same first lines", async () => {
    const one = await ours("read_file", { path: own("text.txt"), last_line: 2 });
    const other = await theirs("read_text_file", { path: their("text.txt"), head: 2 });
    expect(one.output.trimEnd()).toBe(other.output.trimEnd());
  });

  it("lists the same names", async () => {
    for (const path of [".", "sub"]) {
      const [one, other] = [
        await ours("list_directory", { path: own(path) }),
        await theirs("list_directory", { path: their(path) }),
      ];
      // Theirs calls a link a file, and keeps the order of the disk.
      const lines = one.output.replaceAll("[LINK]", "[FILE]").split("\n");
      expect(lines.toSorted()).toEqual(other.output.split("\n").toSorted());
    }
  });

  it("shows the same tree", async () => {
    const one = await ours("directory_tree", { path: own("sub") });
    const other = await theirs("directory_tree", { path: their("sub") });
    interface Node {
      readonly name: string;
      readonly type: string;
      readonly children?: readonly Node[];
    }
    const flat = (nodes: readonly Node[], prefix = ""): string[] =>
      nodes.flatMap(({ name, children }) => [prefix + name, ...flat(children ?? [], `${prefix}${name}/`)]);
    const { entries } = one.data as { entries: { path: string }[] };
    expect(entries.map(({ path }) => path).toSorted()).toEqual(
      flat(JSON.parse(other.output) as Node[]).toSorted(),
    );
  });

  it("finds the same files by a glob", async () => {
    const one = await ours("find_files", { glob: "**/*.txt", include_hidden: true }, "search");
    const other = await theirs("search_files", { path: folders.theirs, pattern: "**/*.txt" });
    const { files } = one.data as { files: string[] };
    expect(files.toSorted()).toEqual(
      other.output
        .split("\n")
        .map((path) => relative(folders.theirs, path))
        .toSorted(),
    );
  });

  it("tells the same size and kind", async () => {
    const one = await ours("stat", { path: own("text.txt") });
    const other = await theirs("get_file_info", { path: their("text.txt") });
    expect(other.output).toContain(`size: ${(one.data as { size: number }).size}`);
    expect(other.output).toContain("isFile: true");
    expect(one.data).toMatchObject({ kind: "file" });
  });
});

describe("changing", () => {
  it.each([
    ["write_file", "write_file", (path: string) => ({ path: `${path}/text.txt`, content: "new\n" })],
    ["write_file", "write_file", (path: string) => ({ path: `${path}/brand new ü.txt`, content: "äöü" })],
    [
      "write_file",
      "write_file",
      (path: string) => ({ path: `${path}/inside-link`, content: "through the link" }),
    ],
    ["write_file", "write_file", (path: string) => ({ path: `${path}/none/x.txt`, content: "no folder" })],
    ["create_directory", "create_directory", (path: string) => ({ path: `${path}/sub` })],
    [
      "move",
      "move_file",
      (path: string) => ({ source: `${path}/text.txt`, destination: `${path}/sub/moved.txt` }),
    ],
    ["move", "move_file", (path: string) => ({ source: `${path}/sub`, destination: `${path}/renamed` })],
    ["move", "move_file", (path: string) => ({ source: `${path}/none`, destination: `${path}/x` })],
  ])("leaves the same files after %s (%s)", async (tool, peerTool, args) => {
    const [one, other] = [await ours(tool, args(folders.ours)), await theirs(peerTool, args(folders.theirs))];
    expect(one.success, one.error).toBe(other.success);
    expectSameFiles();
  });

  it("refuses to move over a file, where the reference replaces it or refuses", async () => {
    const one = await ours("move", { source: own("text.txt"), destination: own("sub/b.txt") });
    expect(one).toMatchObject({ success: false, error: expect.stringContaining("exists already") });
    expect(readFileSync(own("sub/b.txt"), "utf8")).toBe("b");
  });

  it("creates nested folders in one step; the reference needs one step for each", async () => {
    expect(await ours("create_directory", { path: own("x/y/z") })).toMatchObject({ success: true });
    expect(readdirSync(own("x/y"))).toEqual(["z"]);
  });

  it.each([
    ["one line", "text.txt", [["two", "2"]]],
    [
      "several edits",
      "text.txt",
      [
        ["one\ntwo", "1\n2"],
        ["three", "3"],
      ],
    ],
    ["a part of a line", "sub/deep/a.txt", [["ee", "EE"]]],
    ["special characters", "grüße ✓.txt", [["äöü 漢字", "$& $1 \\1"]]],
    ["what is not there", "text.txt", [["four", "4"]]],
  ])("leaves the same files after editing %s", async (_what, path, edits) => {
    const one = await ours(
      "multi_edit",
      { path: own(path), edits: edits.map(([old_text, new_text]) => ({ old_text, new_text })) },
      "edit",
    );
    const other = await theirs("edit_file", {
      path: their(path),
      edits: edits.map(([oldText, newText]) => ({ oldText, newText })),
    });
    expect(one.success, one.error).toBe(other.success);
    expectSameFiles();
    const changed = (text: string) => text.split("\n").filter((line) => /^[+-](?![+-])/.test(line));
    expect(changed(one.output)).toEqual(changed(other.output));
  });

  it("keeps CRLF where the reference makes LF of it", async () => {
    await ours("replace", { path: own("windows.txt"), old_text: "one\ntwo", new_text: "1\n2" }, "edit");
    expect(readFileSync(own("windows.txt"), "utf8")).toBe("1\r\n2\r\n");
  });

  it("writes nothing in a dry run, like the reference", async () => {
    const one = await ours(
      "replace",
      { path: own("text.txt"), old_text: "two", new_text: "2", dry_run: true },
      "edit",
    );
    const other = await theirs("edit_file", {
      path: their("text.txt"),
      edits: [{ oldText: "two", newText: "2" }],
      dryRun: true,
    });
    expect([one.success, other.success]).toEqual([true, true]);
    expectSameFiles();
  });
});

describe("refusing", () => {
  const OUTSIDE = [
    "../outside/secret.txt",
    "../root-evil/secret.txt",
    "sub/../../outside/secret.txt",
    "outside-link",
    "outside-folder/secret.txt",
    "dangling-outside",
    "/etc/passwd",
    "../../../../../../../etc/passwd",
  ];
  const at = (root: string, path: string) => (path.startsWith("/") ? path : `${root}/${path}`);

  it.each(OUTSIDE)("refuses %s with every tool, like the reference", async (path) => {
    const [mine, peers] = [at(folders.ours, path), at(folders.theirs, path)];
    const pairs = [
      [await ours("read_file", { path: mine }), await theirs("read_text_file", { path: peers })],
      [
        await ours("write_file", { path: mine, content: "x" }),
        await theirs("write_file", { path: peers, content: "x" }),
      ],
      [await ours("stat", { path: mine }), await theirs("get_file_info", { path: peers })],
      [await ours("list_directory", { path: mine }), await theirs("list_directory", { path: peers })],
      [
        await ours("move", { source: mine, destination: own("x") }),
        await theirs("move_file", { source: peers, destination: their("x") }),
      ],
      [
        await ours("replace", { path: mine, old_text: "secret", new_text: "x" }, "edit"),
        await theirs("edit_file", { path: peers, edits: [{ oldText: "secret", newText: "x" }] }),
      ],
    ];
    for (const [one, other] of pairs)
      expect([one?.success, other?.success], one?.output).toEqual([false, false]);
    for (const [one] of pairs) expect(one?.error).toContain("outside of the allowed folders");
    expectSameFiles();
  });
});
