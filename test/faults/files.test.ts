/** What goes wrong with files, by accident and by intent: FS-01 to FS-09 and SE-01, and what an attacker would add. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createEditServer } from "../../src/servers/edit/edit.ts";
import { createFileMemory } from "../../src/servers/files/file-memory.ts";
import {
  callsTo,
  lay,
  SECRET,
  useClients,
  useWorkspace,
  type Call,
} from "../../src/servers/files/fixtures/workspace.ts";
import { BEST_ACCESS } from "../../src/servers/files/open-folder.ts";
import { createFilesystemServer } from "../../src/servers/filesystem/filesystem.ts";
import { createSearchServer } from "../../src/servers/search/search.ts";

const workspace = useWorkspace();
useClients();
let files: Call;
let edit: Call;
let search: Call;
beforeEach(async () => {
  const setup = { roots: [workspace.root], memory: createFileMemory() };
  files = await callsTo(createFilesystemServer, setup);
  edit = await callsTo(createEditServer, setup);
  search = await callsTo(createSearchServer, setup);
});

const inRoot = (...names: string[]) => join(workspace.root, ...names);
/** Nothing outside was read, changed or added. */
function expectOutsideUntouched(): void {
  for (const folder of ["outside", "root-evil"]) {
    expect(readdirSync(join(workspace.base, folder))).toEqual(["secret.txt"]);
    expect(readFileSync(join(workspace.base, folder, "secret.txt"), "utf8")).toBe(SECRET);
  }
}
afterEach(expectOutsideUntouched);

/** Every tool, used on one path. */
const EVERY_USE: readonly (readonly [string, (path: string) => ReturnType<Call>])[] = [
  ["read_file", (path) => files("read_file", { path })],
  ["read bytes", (path) => files("read_file", { path, offset: 0, length: 10 })],
  ["write_file", (path) => files("write_file", { path, content: "pwned" })],
  [
    "write with folders",
    (path) => files("write_file", { path: `${path}/new/x`, content: "pwned", create_parents: true }),
  ],
  ["list_directory", (path) => files("list_directory", { path, details: true })],
  ["directory_tree", (path) => files("directory_tree", { path })],
  ["stat", (path) => files("stat", { path })],
  ["create_directory", (path) => files("create_directory", { path: `${path}/new` })],
  ["move from", (path) => files("move", { source: path, destination: "stolen" })],
  ["move to", (path) => files("move", { source: "mine.txt", destination: path, overwrite: true })],
  ["delete", (path) => files("delete", { path, recursive: true })],
  ["replace", (path) => edit("replace", { path, old_text: "secret", new_text: "pwned" })],
  ["insert", (path) => edit("insert", { path, after_line: 0, text: "pwned" })],
  [
    "apply_patch",
    (path) =>
      edit("apply_patch", {
        patch: `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-${SECRET}\n\\ No newline at end of file\n+pwned\n`,
      }),
  ],
  [
    "patch that creates",
    (path) => edit("apply_patch", { patch: `--- /dev/null\n+++ ${path}/new\n@@ -0,0 +1 @@\n+pwned\n` }),
  ],
  ["find_files", (path) => search("find_files", { path, include_hidden: true })],
  ["grep", (path) => search("grep", { pattern: "secret", path })],
];

describe("FS-01 and FS-02: paths that lead outside", () => {
  const OUTSIDE: readonly (readonly [string, () => string])[] = [
    ["..", () => "../outside/secret.txt"],
    ["a whole path", () => join(workspace.outside, "secret.txt")],
    ["a twin of the root's name", () => join(workspace.base, "root-evil/secret.txt")],
    ["many slashes", () => `//${workspace.outside}//secret.txt`],
    ["a detour", () => `${workspace.root}/a/b/../../../outside/secret.txt`],
    ["a link to a file", () => "to-file"],
    ["a link to a folder", () => "to-folder"],
    ["a file behind a link", () => "to-folder/secret.txt"],
    ["a link to a link", () => "twice"],
    ["a whole path in a link", () => "whole"],
    ["a link to nothing outside", () => "dangling"],
  ];

  it.each(
    OUTSIDE.flatMap(([what, path]) => EVERY_USE.map(([name, use]) => [name, what, path, use] as const)),
  )("%s refuses %s", async (_name, _what, path, use) => {
    lay(workspace.root, {
      "mine.txt": "mine",
      "a/b/": "",
      "to-file": "-> ../outside/secret.txt",
      "to-folder": "-> ../outside",
      twice: "-> to-folder/secret.txt",
      whole: `-> ${join(workspace.outside, "secret.txt")}`,
      dangling: "-> ../outside/not-there",
    });
    const answer = await use(path());
    expect(answer).toMatchObject({ isError: true });
    // A link as the destination of a move is replaced itself, and a move that was refused leaves all in place.
    expect(answer.text).toMatch(/outside of the allowed folders/);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    expect(existsSync(inRoot("mine.txt"))).toBe(true);
  });

  it("knows a root that is itself a link by both of its names, and nothing beside it", async () => {
    symlinkSync(workspace.root, join(workspace.base, "alias"));
    lay(workspace.root, { "a.txt": "here" });
    const call = await callsTo(createFilesystemServer, { roots: [join(workspace.base, "alias")] });
    for (const path of ["a.txt", join(workspace.base, "alias/a.txt"), inRoot("a.txt")])
      expect((await call("read_file", { path })).text).toBe("here");
    expect(
      (await call("read_file", { path: join(workspace.base, "alias/../outside/secret.txt") })).isError,
    ).toBe(true);
    expect((await call("read_file", { path: join(workspace.base, "alias-evil/x") })).isError).toBe(true);
  });
});

describe.skipIf(BEST_ACCESS !== "descriptor")("FS-02: links that are swapped in while we work", () => {
  async function attack(script: string, args: readonly string[]): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(import.meta.dirname, "files", script), ...args], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    return child;
  }

  it("never reads, lists, writes or deletes behind a folder that is swapped for a link", async () => {
    lay(workspace.root, { "dir/secret.txt": "inside", "dir/sub/x.txt": "inside" });
    const attacker = await attack("swap-folder.ts", [inRoot("dir"), workspace.outside]);
    const uses = [
      () => files("read_file", { path: "dir/secret.txt" }, "no memory of it"),
      () => files("write_file", { path: "dir/pwned.txt", content: "pwned" }, crypto.randomUUID()),
      () => files("write_file", { path: "dir/secret.txt", content: "pwned" }, crypto.randomUUID()),
      () => files("list_directory", { path: "dir", details: true }),
      () => files("directory_tree", { path: "." }),
      () => files("delete", { path: "dir/pwned.txt" }),
      () => files("move", { source: "dir/pwned.txt", destination: "dir/pwned-too.txt" }),
      () => files("create_directory", { path: "dir/new" }),
      () => files("delete", { path: "dir/new", recursive: true }),
      () =>
        edit(
          "replace",
          { path: "dir/secret.txt", old_text: "pwned", new_text: "edited" },
          crypto.randomUUID(),
        ),
      () =>
        edit(
          "replace",
          { path: "dir/secret.txt", old_text: "secret", new_text: "edited" },
          crypto.randomUUID(),
        ),
      () => search("grep", { pattern: "." }),
      () => search("find_files", {}),
    ];
    let successes = 0;
    for (let round = 0; round < 120; round += 1) {
      for (const use of uses) {
        const answer = await use();
        expect(JSON.stringify(answer)).not.toContain(SECRET);
        if (!answer.isError) successes += 1;
      }
    }
    attacker.kill("SIGKILL");
    await once(attacker, "close");
    expect(successes).toBeGreaterThan(100); // the attack slows us, but we do work
    expectOutsideUntouched();
  });

  it("never reads or writes through a file that is swapped for a link", async () => {
    lay(workspace.root, { "file.txt": "plain" });
    const attacker = await attack("swap-file.ts", [
      inRoot("file.txt"),
      join(workspace.outside, "secret.txt"),
    ]);
    for (let round = 0; round < 300; round += 1) {
      const answers = [
        await files("read_file", { path: "file.txt" }, crypto.randomUUID()),
        await files("write_file", { path: "file.txt", content: "pwned" }, crypto.randomUUID()),
        await edit("insert", { path: "file.txt", after_line: 0, text: "pwned" }, crypto.randomUUID()),
        await search("grep", { pattern: "." }),
      ];
      expect(JSON.stringify(answers)).not.toContain(SECRET);
    }
    attacker.kill("SIGKILL");
    await once(attacker, "close");
    expectOutsideUntouched();
  });
});

describe("FS-04: what is no file", () => {
  it("refuses pipes, sockets and devices at once, with every tool", async () => {
    execFileSync("mkfifo", [inRoot("pipe")]);
    const server = createServer().listen(inRoot("socket"));
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const kinds = ["pipe", "socket"];
    if (spawnSync("mknod", [inRoot("device"), "c", "1", "5"]).status === 0) kinds.push("device");
    else console.warn("Devices cannot be made here: /dev/zero is not tested");
    for (const path of kinds) {
      for (const use of [
        () => files("read_file", { path }),
        () => files("write_file", { path, content: "x" }),
        () => edit("replace", { path, old_text: "a", new_text: "b" }),
      ])
        expect(await use()).toMatchObject({
          isError: true,
          text: expect.stringContaining(`is a ${path}, not a file`),
        });
      expect((await search("grep", { pattern: "x", path })).isError).toBe(true);
    }
    expect((await search("grep", { pattern: "x" })).data).toMatchObject({ total: 0, complete: true });
    expect((await files("list_directory", {})).text).toContain("[PIPE] pipe");
  });

  it.skipIf(process.platform !== "linux")(
    "shows nothing of /proc and /sys, even where everything is allowed",
    async () => {
      const all = await callsTo(createFilesystemServer, { roots: ["/"] });
      lay(workspace.root, { environ: "-> /proc/self/environ", self: "-> /proc/self" });
      const paths = [
        "/proc/self/environ",
        "/proc/self/mem",
        "/proc/self/root/etc/passwd",
        "/proc/self/cwd",
        "/proc/self/fd/0",
        "/proc/1/cmdline",
        "/sys/kernel",
        inRoot("environ"),
        inRoot("self/environ"),
      ];
      for (const path of paths)
        expect(await all("read_file", { path }), path).toMatchObject({
          isError: true,
          text: expect.stringContaining("kernel's own state"),
        });
      expect((await all("list_directory", { path: "/proc" })).isError).toBe(true);
      expect((await all("write_file", { path: "/proc/self/oom_score_adj", content: "0" })).isError).toBe(
        true,
      );
      expect((await all("read_file", { path: "/dev/zero" })).text).toContain("is a device");
      expect((await all("read_file", { path: "/etc/passwd" })).isError).toBe(false);
      await expect(callsTo(createFilesystemServer, { roots: ["/proc"] })).rejects.toMatchObject({
        code: "config",
      });
    },
  );

  it("reads no gigabytes of a sparse file", async () => {
    lay(workspace.root, { sparse: "" });
    truncateSync(inRoot("sparse"), 5 * 1024 ** 3);
    expect((await files("read_file", { path: "sparse" })).isError).toBe(true);
    expect((await edit("replace", { path: "sparse", old_text: "a", new_text: "b" })).text).toContain(
      "has 5368709120 bytes",
    );
    expect((await search("grep", { pattern: "a" })).data).toMatchObject({ total: 0 });
  });
});

describe("FS-05: names", () => {
  const NAMES = [
    "ü nfc",
    "u\u0308 nfd",
    "Case",
    "case",
    " leading",
    "trailing ",
    "trailing.",
    "-rf",
    "*",
    "a\nb",
    "a\tb",
    "%2e%2e",
    "漢字",
    "😀",
    "con",
    "\u202eexe",
    "$(x)",
    "`x`",
    "'",
    '"',
    "\\",
  ];

  it("keeps twins apart and gives every name back as it is", async () => {
    for (const name of NAMES)
      expect((await files("write_file", { path: `./${name}`, content: name })).isError, name).toBe(false);
    const { data } = await files("list_directory", {});
    const listed = (data["entries"] as { name: string }[]).map((entry) => entry.name);
    expect(listed.toSorted()).toEqual(NAMES.toSorted());
    for (const name of listed) expect((await files("read_file", { path: `./${name}` })).text).toBe(name);
    expect(((await search("find_files", {})).data["files"] as string[]).toSorted()).toEqual(NAMES.toSorted());
    expect((await search("grep", { pattern: "." })).data).toMatchObject({ files_with_matches: NAMES.length });
  });

  it("ends in a clean error for names that cannot be", async () => {
    for (const path of ["a\0b", "x".repeat(300), "y".repeat(10_000), "a/".repeat(3000), "\ud800", ""])
      for (const answer of [
        await files("write_file", { path, content: "" }),
        await files("read_file", { path }),
      ]) {
        expect(answer.isError).toBe(true);
        expect(answer.text).not.toMatch(/\/proc\/self|internal|undefined/);
        expect(answer.text.length).toBeLessThan(2000);
      }
    expect(readdirSync(workspace.root)).toEqual([]);
  });

  it("lists a name that is not Unicode, and fails cleanly for it", async () => {
    execFileSync("sh", ["-c", String.raw`printf x > "$(printf 'bad\377name')"`], { cwd: workspace.root });
    const { data, isError } = await files("list_directory", { details: true });
    expect(isError).toBe(false);
    const [entry] = data["entries"] as { name: string }[];
    expect(entry?.name).toBe("bad\ufffdname");
    expect((await files("read_file", { path: entry?.name ?? "" })).text).toContain("There is no");
    expect((await search("grep", { pattern: "x" })).data).toMatchObject({ total: 0, unreadable: 1 });
    expect((await files("directory_tree", {})).isError).toBe(false);
  });
});

describe("FS-06: disks and rights that say no", () => {
  async function onSmallDisk(work: () => Promise<void>): Promise<void> {
    mkdirSync(inRoot("disk"));
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", inRoot("disk")]).status !== 0) {
      console.warn("A file system cannot be mounted here: full and read-only disks are not tested");
      return;
    }
    try {
      writeFileSync(inRoot("disk/a.txt"), "old");
      await work();
    } finally {
      execFileSync("umount", ["-l", inRoot("disk")]);
    }
  }

  it("leaves a file as it was when the disk is full", async () => {
    await onSmallDisk(async () => {
      const content = "x".repeat(2_000_000);
      const full = { isError: true, text: expect.stringContaining("No space is left") };
      expect(await files("write_file", { path: "disk/a.txt", content })).toMatchObject(full);
      expect(await edit("replace", { path: "disk/a.txt", old_text: "old", new_text: content })).toMatchObject(
        full,
      );
      expect(readFileSync(inRoot("disk/a.txt"), "utf8")).toBe("old");
      expect(readdirSync(inRoot("disk"))).toEqual(["a.txt"]);
    });
  });

  it("says that a disk is read-only, and that a move goes to another one", async () => {
    await onSmallDisk(async () => {
      const moved = await files("move", { source: "disk/a.txt", destination: "b.txt" });
      expect(moved.text).toContain("different file systems");
      execFileSync("mount", ["-o", "remount,ro", inRoot("disk")]);
      for (const answer of [
        await files("write_file", { path: "disk/a.txt", content: "new" }),
        await files("delete", { path: "disk/a.txt" }),
        await files("create_directory", { path: "disk/new" }),
        await edit("replace", { path: "disk/a.txt", old_text: "old", new_text: "new" }),
      ])
        expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("read-only") });
      expect(readFileSync(inRoot("disk/a.txt"), "utf8")).toBe("old");
    });
  });

  it("survives having no descriptors left", () => {
    lay(workspace.root, { "a.txt": "zero" });
    const script = join(import.meta.dirname, "files/few-descriptors.ts");
    const { stdout, stderr } = spawnSync(
      "sh",
      ["-c", `ulimit -n 64 && exec "$0" "$@"`, process.execPath, script, workspace.root],
      { encoding: "utf8" },
    );
    expect(stderr).toBe("");
    const { outcomes, kept, after } = JSON.parse(stdout) as {
      outcomes: unknown[];
      kept: string;
      after: string;
    };
    expect(JSON.stringify(outcomes[0])).toContain("Too many files are open");
    expect(["one", "three"]).toContain(kept);
    expect(after).toBe("four");
    expect(readdirSync(workspace.root)).toEqual(["a.txt"]);
  });

  it.skipIf(process.getuid?.() !== 0)("says what a user without rights may not do", async () => {
    lay(workspace.root, { "closed/a.txt": "x", "readable.txt": "x" });
    const before = process.geteuid?.() ?? 0;
    chmodSync(workspace.base, 0o755);
    chmodSync(inRoot("closed"), 0o700);
    process.seteuid?.(65_534);
    onTestFinished(() => process.seteuid?.(before));
    const denied = "This user may not access";
    expect((await files("read_file", { path: "closed/a.txt" })).text).toContain(denied);
    expect((await files("list_directory", { path: "closed" })).text).toContain(denied);
    expect((await files("write_file", { path: "readable.txt", content: "y" })).text).toContain(denied);
    expect((await files("directory_tree", {})).data).toMatchObject({
      cut: [{ path: "closed", reason: expect.stringContaining(denied) }],
    });
    expect((await search("grep", { pattern: "x" })).data).toMatchObject({ total: 1, unreadable: 1 });
    process.seteuid?.(before);
    expect(readFileSync(inRoot("readable.txt"), "utf8")).toBe("x");
  });
});

describe("FS-07: two at once", () => {
  it("tells all but one that the file has changed", async () => {
    lay(workspace.root, { "a.txt": "a b c d" });
    const { data } = await files("read_file", { path: "a.txt" });
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((letter) =>
        edit(
          "replace",
          { path: "a.txt", old_text: letter, new_text: "X", expected_hash: data["hash"] },
          letter,
        ),
      ),
    );
    expect(answers.filter((answer) => !answer.isError)).toHaveLength(1);
    expect(answers.filter((answer) => answer.text.includes("changed by someone else"))).toHaveLength(3);
    expect(readFileSync(inRoot("a.txt"), "utf8").match(/X/g)).toHaveLength(1);
  });

  it("notices what another program has written, also when it replaced the file", async () => {
    lay(workspace.root, { "a.txt": "one", "b.txt": "two" });
    await files("read_file", { path: "a.txt" }, "me");
    renameSync(inRoot("b.txt"), inRoot("a.txt"));
    expect((await edit("replace", { path: "a.txt", old_text: "two", new_text: "x" }, "me")).text).toContain(
      "changed by someone else",
    );
    expect((await edit("insert", { path: "a.txt", after_line: 0, text: "x" }, "me")).isError).toBe(true);
    expect(readFileSync(inRoot("a.txt"), "utf8")).toBe("two");
  });
});

describe("FS-09: trees that are too much", () => {
  it("walks 300 folders down, and deletes them", async () => {
    const deep = Array.from({ length: 300 }, () => "d").join("/");
    lay(workspace.root, { [`${deep}/end.txt`]: "needle" });
    expect((await files("read_file", { path: `${deep}/end.txt` })).text).toBe("needle");
    const { data } = await search("grep", { pattern: "needle" });
    expect(data).toMatchObject({ total: 0, unreadable: 1, complete: true }); // too deep, and said so
    expect((await files("directory_tree", { depth: 64 })).data["cut"]).toHaveLength(1);
    expect((await files("delete", { path: "d", recursive: true })).data).toMatchObject({ deleted: 301 });
    expect(readdirSync(workspace.root)).toEqual([]);
  });

  it("lists a part of a folder of 100,000 files, and counts the rest", async () => {
    execFileSync("sh", ["-c", "seq -f 'f%06g' 100000 | xargs touch"], { cwd: workspace.root });
    expect((await files("list_directory", { limit: 10 })).data).toMatchObject({
      total: 100_000,
      cut: 99_990,
    });
    expect((await files("directory_tree", { limit: 10 })).data).toMatchObject({
      cut: [{ path: "", entries: 99_990 }],
    });
    expect((await search("find_files", { glob: "f0999*", limit: 5 })).data).toMatchObject({
      total: 100,
      cut: 95,
    });
  });

  it("is not caught in links that go in circles", async () => {
    lay(workspace.root, { "a/up": "-> ..", "a/self": "-> self", "a/x.txt": "needle" });
    expect((await search("grep", { pattern: "needle" })).data).toMatchObject({ total: 1 });
    expect((await files("directory_tree", {})).data["entries"]).toHaveLength(4);
    expect((await files("read_file", { path: "a/up/a/up/a/up/a/x.txt" })).text).toBe("needle");
    expect((await files("read_file", { path: "a/self" })).text).toContain("circle");
  });
});

describe("SE-01: searches that are too much", () => {
  it("searches a huge line without holding it, and skips huge binary files", async () => {
    execFileSync(
      "sh",
      ["-c", "head -c 200000000 /dev/zero | tr '\\0' a > line.txt; head -c 100000000 /dev/zero > zero.bin"],
      { cwd: workspace.root },
    );
    const before = process.memoryUsage().rss;
    const { data, text } = await search("grep", { pattern: "^aaaa" });
    expect(data).toMatchObject({ total: 1 });
    expect(text.length).toBeLessThan(1000);
    expect((await files("read_file", { path: "line.txt" })).data["next_line"]).toBe(2);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });
});
