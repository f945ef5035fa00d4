import { chmodSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openServer, textOf } from "../fixtures/open-server.ts";
import { testRepository, type TestRepository } from "./fixtures/repository.ts";
import { createGitServer } from "./git-server.ts";

async function open(repository: TestRepository = testRepository()) {
  const { folder, inherited } = repository;
  return { ...repository, ...(await openServer(createGitServer({ roots: [folder], inherited }))) };
}

const HASH = expect.stringMatching(/^[0-9a-f]{40}$/);

describe("the git server", () => {
  it("says which of its tools only look, and which change files", async () => {
    const { client } = await open();
    const { tools } = await client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
    expect(hints).toEqual({
      status: true,
      diff: true,
      log: true,
      show: true,
      blame: true,
      branch_list: true,
      branch_create: false,
      branch_switch: false,
      add: false,
      commit: false,
      stash_list: true,
      stash_push: false,
      stash_pop: false,
    });
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
  });

  it("works in a folder below the top, with paths from the top", async () => {
    const { write, data } = await open();
    write("below/file", "x");
    expect(await data("status", { repository: "below" })).toMatchObject({
      entries: [{ path: "below/file" }],
    });
  });

  it("finds a repository in an outer allowed folder from an inner one", async () => {
    const { root, folder, write, inherited } = testRepository();
    write("below/deep/file", "x");
    const roots = [join(folder, "below/deep"), root];
    const { data } = await openServer(createGitServer({ roots, inherited }));
    expect(await data("status")).toMatchObject({ entries: [{ path: "below/deep/file" }] });
  });

  it("finds no git where there is none, and says so", async () => {
    const { folder } = testRepository();
    const { failure } = await openServer(createGitServer({ roots: [folder], inherited: { PATH: folder } }));
    expect(await failure("status")).toContain("There is no git in PATH");
  });

  it("refuses a git that would ignore our settings", async () => {
    const { root, folder } = testRepository();
    const bin = join(root, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "git"), "#!/bin/sh\necho git version 2.30.9\n");
    chmodSync(join(bin, "git"), 0o755);
    const { failure } = await openServer(createGitServer({ roots: [folder], inherited: { PATH: bin } }));
    expect(await failure("status")).toContain("git 2.30 is too old");
  });
});

describe("status", () => {
  it("tells staged, changed, renamed, deleted and untracked files apart", async () => {
    const { git, write, data, call, folder } = await open();
    write("gone", "gone\n");
    write("old name", "a file that is long enough to be recognised\n");
    git("add", ".");
    git("commit", "-qm", "More");
    write("README.md", "changed\n");
    write("staged é.txt", "new\n");
    git("add", "staged é.txt");
    git("mv", "old name", "new name");
    unlinkSync(join(folder, "gone"));
    write("new/untracked", "x");
    expect(await data("status")).toEqual({
      branch: "main",
      commit: HASH,
      upstream: null,
      ahead: 0,
      behind: 0,
      is_clean: false,
      entries_cut: 0,
      entries: [
        { path: "README.md", kind: "changed", staged: ".", unstaged: "M" },
        { path: "gone", kind: "changed", staged: ".", unstaged: "D" },
        { path: "new name", original_path: "old name", kind: "renamed", staged: "R", unstaged: "." },
        { path: "staged é.txt", kind: "changed", staged: "A", unstaged: "." },
        { path: "new/untracked", kind: "untracked", staged: ".", unstaged: "?" },
      ],
    });
    expect(textOf(await call("status"))).toBe(
      "On branch main\n M README.md\n D gone\nR  old name -> new name\nA  staged é.txt\n?? new/untracked",
    );
    expect(await data("status", { untracked: false })).not.toMatchObject({ entries: { 4: {} } });
  });

  it("knows the way to the upstream, a detached HEAD, conflicts and a repository without commits", async () => {
    const { git, data, write, folder } = await open();
    git("branch", "other");
    git("branch", "--set-upstream-to=other");
    write("README.md", "ours\n");
    git("commit", "-qam", "Ours");
    expect(await data("status")).toMatchObject({ upstream: "other", ahead: 1, behind: 0, is_clean: true });
    git("switch", "-q", "other");
    write("README.md", "theirs\n");
    git("commit", "-qam", "Theirs");
    expect(() => git("merge", "main")).toThrow("merge");
    expect(await data("status")).toMatchObject({
      entries: [{ kind: "unmerged", path: "README.md", staged: "U" }],
    });
    git("merge", "--abort");
    git("switch", "-q", "--detach");
    expect(await data("status")).toMatchObject({ branch: null, commit: HASH });
    rmSync(join(folder, ".git"), { recursive: true });
    git("init", "-q");
    expect(await data("status")).toMatchObject({ branch: "main", commit: null });
  });
});

describe("diff", () => {
  it("compares files, what is staged, and commits, with counts", async () => {
    const { git, write, data, failure } = await open();
    write("README.md", "one\n2\nthree\nfour\n");
    expect(await data("diff")).toMatchObject({
      files: [{ path: "README.md", added: 2, deleted: 1 }],
      files_cut: 0,
      patch: expect.stringContaining("-two\n+2\n"),
      patch_is_cut: false,
    });
    expect(await data("diff", { staged: true })).toMatchObject({ files: [], patch: "" });
    git("add", ".");
    expect(await data("diff", { staged: true })).toMatchObject({ files: [{ path: "README.md" }] });
    git("commit", "-qm", "Second");
    git("mv", "README.md", "READ ME");
    write("image", "\0\u0001");
    git("add", ".");
    git("commit", "-qm", "Third");
    expect(await data("diff", { from: "HEAD~1", to: "HEAD" })).toMatchObject({
      files: [
        { path: "READ ME", original_path: "README.md", added: 0, deleted: 0 },
        { path: "image", added: null, deleted: null },
      ],
    });
    expect(await data("diff", { from: "HEAD~2", paths: ["image"] })).toMatchObject({
      files: [{ path: "image" }],
    });
    expect(await failure("diff", { to: "HEAD" })).toContain("'to' needs 'from'");
  });

  it("takes paths as they are, not as patterns", async () => {
    const { write, data } = await open();
    write("README.md", "x\n");
    expect(await data("diff", { paths: ["*.md"] })).toMatchObject({ files: [] });
    expect(await data("diff", { paths: [":(top)README.md"] })).toMatchObject({ files: [] });
  });
});

describe("log and show", () => {
  it("give commits with authors, dates, names and messages of any form", async () => {
    const { git, data, call } = await open();
    git(
      "-c",
      'user.name=Grace "G" Hopper',
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "Subject: é\n\nBody\n\n-- end",
    );
    git("tag", "v1");
    const { commits } = (await data("log")) as { commits: Record<string, unknown>[] };
    expect(commits).toEqual([
      {
        hash: HASH,
        parents: [commits[1]?.["hash"]],
        author: 'Grace "G" Hopper',
        email: "ada@example.org",
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        refs: ["HEAD -> main", "tag: v1"],
        subject: "Subject: é",
        body: "Body\n\n-- end",
      },
      expect.objectContaining({ subject: "Begin", parents: [], body: "" }),
    ]);
    expect(textOf(await call("log", { limit: 1 }))).toMatch(
      /^commit [0-9a-f]{40} \(HEAD -> main, tag: v1\)\nAuthor: Grace/,
    );
  });

  it("filter by path, author, message, date and range, and page", async () => {
    const { git, write, data } = await open();
    write("other", "x");
    git("add", ".");
    git("commit", "-qm", "Add [other]");
    git("commit", "-q", "--allow-empty", "-m", "Third");
    const subjects = async (args: object): Promise<unknown> =>
      ((await data("log", args))["commits"] as { subject: string }[]).map(({ subject }) => subject);
    expect(await subjects({ paths: ["other"] })).toEqual(["Add [other]"]);
    expect(await subjects({ message: "[OTHER]" })).toEqual(["Add [other]"]);
    expect(await subjects({ author: "nobody" })).toEqual([]);
    expect(await subjects({ since: "2001-01-01", until: "2002-01-01" })).toEqual([]);
    expect(await subjects({ exclude: "HEAD~1" })).toEqual(["Third"]);
    expect(await subjects({ limit: 1, skip: 1 })).toEqual(["Add [other]"]);
    expect(await data("log", { limit: 1 })).toMatchObject({ is_cut: true });
  });

  it("show a commit with its changes, a first one too, and a file as it was", async () => {
    const { git, write, data, failure } = await open();
    expect(await data("show")).toMatchObject({
      commit: { subject: "Begin" },
      changes: {
        files: [{ path: "README.md", added: 3, deleted: 0 }],
        patch: expect.stringContaining("+two"),
      },
    });
    write("README.md", "later\n");
    git("commit", "-qam", "Later");
    expect(await data("show", { revision: "HEAD~1", path: "README.md" })).toMatchObject({
      file: { path: "README.md", content: "one\ntwo\nthree\n", is_cut: false },
    });
    expect(await failure("show", { path: "nothing" })).toContain("There is no 'nothing'");
    expect(await failure("show", { revision: "nowhere" })).toContain("There is no 'nowhere'");
  });
});

describe("blame", () => {
  it("names the commit and the author of each line", async () => {
    const { git, write, data, failure } = await open();
    write("README.md", "one\n2\nthree\n");
    git("-c", "user.name=Grace", "commit", "-qam", "Second");
    const { lines } = (await data("blame", { path: "README.md" })) as { lines: object[] };
    expect(lines).toMatchObject([
      { line: 1, author: "Ada", text: "one", hash: HASH, date: expect.stringMatching(/Z$/) },
      { line: 2, author: "Grace", text: "2" },
      { line: 3, author: "Ada", text: "three" },
    ]);
    expect(await data("blame", { path: "README.md", start_line: 2, lines: 1 })).toMatchObject({
      lines: [{ line: 2 }],
    });
    expect(await failure("blame", { path: "nothing" })).toContain("no such path");
    expect(await failure("blame", { path: "README.md", start_line: 10 })).toContain("only 3 lines");
  });
});

describe("branches", () => {
  it("are listed, created and switched to", async () => {
    const { data, failure, git, write } = await open();
    expect(await data("branch_create", { name: "topic/one" })).toMatchObject({
      is_current: false,
      commit: HASH,
    });
    expect(await data("branch_switch", { name: "topic/one" })).toMatchObject({ is_current: true });
    expect(git("branch", "--show-current")).toBe("topic/one\n");
    expect(await data("branch_create", { name: "two", switch: true })).toMatchObject({ is_current: true });
    const { branches } = (await data("branch_list")) as { branches: { name: string; is_current: boolean }[] };
    expect(branches.map(({ name }) => name).sort()).toEqual(["main", "topic/one", "two"]);
    expect(branches.find(({ is_current }) => is_current)?.name).toBe("two");
    expect(await failure("branch_create", { name: "two" })).toContain("already exists");
    expect(await failure("branch_create", { name: "a..b" })).toContain("cannot be the name");
    expect(await failure("branch_switch", { name: "nowhere" })).toContain("There is no 'refs/heads/nowhere'");
    write("README.md", "on two\n");
    git("commit", "-qam", "On two");
    write("README.md", "uncommitted\n");
    expect(await failure("branch_switch", { name: "main" })).toContain(
      "Commit the changes first, or stash them",
    );
  });
});

describe("add and commit", () => {
  it("stage what is named, deletions included, and record it", async () => {
    const { data, failure, git, write, folder } = await open();
    write("a", "a");
    write("b", "b");
    renameSync(join(folder, "README.md"), join(folder, "c"));
    expect(await data("add", { paths: ["a", "README.md"] })).toMatchObject({
      entries: expect.arrayContaining([
        { path: "a", kind: "changed", staged: "A", unstaged: "." },
        { path: "README.md", kind: "changed", staged: "D", unstaged: "." },
        { path: "b", kind: "untracked", staged: ".", unstaged: "?" },
      ]),
    });
    const message = "--amend\n\n#1 is a line, too\n";
    expect(await data("commit", { message })).toMatchObject({
      branch: "main",
      commit: { subject: "--amend", body: "#1 is a line, too", author: "Ada" },
    });
    expect(git("log", "--format=%s")).toBe("--amend\nBegin\n");
    expect(await data("add", { all: true })).toMatchObject({ entries: { length: 2 } });
    write("a", "changed");
    expect(await data("commit", { message: "All", all: true })).toMatchObject({ commit: { subject: "All" } });
    expect(await data("status")).toMatchObject({ is_clean: true });
    expect(await failure("commit", { message: "Again" })).toContain("Stage something");
    expect(await data("commit", { message: "Again", allow_empty: true })).toMatchObject({
      commit: { subject: "Again" },
    });
    expect(await failure("add", {})).toContain("either 'paths' or 'all'");
    expect(await failure("add", { paths: ["nothing"] })).toContain("did not match");
  });
});

describe("stash", () => {
  it("puts changes aside and takes them back", async () => {
    const { data, failure, git, write } = await open();
    expect(await data("stash_list")).toEqual({ stashes: [] });
    expect(await data("stash_push")).toMatchObject({ is_stashed: false });
    write("README.md", "changed\n");
    write("new", "new\n");
    expect(await data("stash_push", { message: "-p", include_untracked: true })).toMatchObject({
      is_stashed: true,
      stashes: [{ index: 0, hash: HASH, message: "On main: -p" }],
    });
    expect(await data("status")).toMatchObject({ is_clean: true });
    expect(await data("stash_pop", { keep: true })).toMatchObject({
      entries: [{ path: "README.md" }, { path: "new" }],
    });
    git("add", ".");
    git("reset", "-q", "--hard");
    expect(await data("stash_pop")).toMatchObject({ entries: { length: 2 } });
    expect(await data("stash_list")).toEqual({ stashes: [] });
    expect(await failure("stash_pop")).toContain("not a valid reference");
    await data("stash_push");
    write("README.md", "in between\n");
    git("commit", "-qam", "In between");
    expect(await failure("stash_pop")).toContain("Resolve the conflicts");
    expect(await data("stash_list")).toMatchObject({ stashes: [{ index: 0 }] });
  });
});
