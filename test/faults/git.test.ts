/**
 * Hostile repositories: whatever their settings, hooks, attributes and links say, nothing of theirs is run and nothing
 * outside is read. Where git by hand falls for a trick, the test first shows that it does.
 */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openServer, textOf, type OpenServer } from "../../src/servers/fixtures/open-server.ts";
import { testRepository, type TestRepository } from "../../src/servers/git/fixtures/repository.ts";
import { createGitServer } from "../../src/servers/git/git-server.ts";
import { failureOf, processesWith, until } from "./stdio-harness.ts";

interface Hostile extends TestRepository {
  /** A program that leaves a file, and the file. */
  readonly program: string;
  readonly canary: string;
  readonly config: (text: string) => void;
}

function hostileRepository(): Hostile {
  const repository = testRepository();
  const canary = join(dirname(repository.root), "canary");
  const program = join(dirname(repository.root), "evil.sh");
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${canary}\ntimeout 1 cat\nexit 0\n`);
  chmodSync(program, 0o755);
  const config = (text: string): void =>
    appendFileSync(join(repository.folder, ".git", "config"), text.replaceAll("EVIL", program));
  return { ...repository, program, canary, config };
}

async function open(
  { root, inherited }: TestRepository,
  more: Record<string, string> = {},
): Promise<OpenServer> {
  return openServer(createGitServer({ roots: [root], inherited: { ...inherited, ...more } }));
}

/** Every tool, in every way that touches other parts of git; failures are as good as answers. */
async function callEverything({ call }: OpenServer, repository: Hostile): Promise<string> {
  const { write } = repository;
  const said: string[] = [];
  const ask = async (tool: string, args: object = {}): Promise<void> => {
    said.push(textOf(await call(tool, { repository: "repository", ...args })));
  };
  write("file.txt", "changed\n");
  write("new.txt", "new\n");
  await ask("status");
  await ask("diff");
  await ask("show");
  await ask("show", { path: "file.txt" });
  await ask("log", { paths: ["file.txt"] });
  await ask("blame", { path: "file.txt" });
  await ask("branch_list", { remote: true });
  await ask("add", { paths: ["file.txt"] });
  await ask("diff", { staged: true });
  await ask("commit", { message: "Ours" });
  await ask("branch_create", { name: "side", start_point: "HEAD", switch: true });
  await ask("add", { all: true });
  write("file.txt", "changed again\n");
  await ask("diff", { from: "HEAD" });
  await ask("commit", { message: "All", all: true, allow_empty: true });
  await ask("branch_switch", { name: "main" });
  write("file.txt", "to be stashed\n");
  await ask("stash_push", { include_untracked: true });
  write("file.txt", "in the way\n");
  await ask("commit", { message: "In the way", all: true });
  await ask("stash_pop", { keep: true });
  await ask("stash_list");
  await ask("diff");
  return said.join("\n");
}

interface Trick {
  readonly name: string;
  readonly prepare: (repository: Hostile) => void;
  /** What falls for it; undefined where that needs a terminal, a network, or a git that is not here. */
  readonly byHand?: (repository: Hostile) => void;
}

function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // It may fail, as long as it was provoked.
  }
}

function commitFile({ write, git }: Hostile, content = "committed\n"): void {
  write("file.txt", content);
  git("add", "file.txt");
  git("commit", "--quiet", "--no-verify", "-m", "File");
}

function attributes({ write }: Hostile, text: string): void {
  write(".gitattributes", `*.txt ${text}\n`);
}

const HOOKS = [
  "pre-commit",
  "commit-msg",
  "prepare-commit-msg",
  "post-commit",
  "post-checkout",
  "post-index-change",
  "reference-transaction",
  "pre-auto-gc",
];

function hooks(folder: string, { program }: Hostile): void {
  mkdirSync(folder, { recursive: true });
  for (const hook of HOOKS) {
    writeFileSync(join(folder, hook), `#!/bin/sh\n${program} ${hook} </dev/null >/dev/null\n`);
    chmodSync(join(folder, hook), 0o755);
  }
}

/** A commit whose file is not here, so that git would fetch it from the remote that promised it. */
function promised({ git, write, folder, config }: Hostile, remote: string): void {
  write("file.txt", "promised\n");
  git("add", "file.txt");
  git("commit", "--quiet", "-m", "Promised");
  const hash = git("rev-parse", "HEAD:file.txt").trim();
  rmSync(join(folder, ".git", "objects", hash.slice(0, 2), hash.slice(2)));
  config(
    `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n${remote}\n`,
  );
}

const TRICKS: readonly Trick[] = [
  {
    name: "core.fsmonitor",
    prepare: (it) => it.config("[core]\n\tfsmonitor = EVIL\n"),
    byHand: ({ git }) => git("status"),
  },
  {
    name: "hooks in the repository",
    prepare: (it) => hooks(join(it.folder, ".git", "hooks"), it),
    byHand: ({ git }) => git("commit", "--allow-empty", "-m", "x"),
  },
  {
    name: "hooks elsewhere",
    prepare: (it) => {
      hooks(join(it.root, "hooks"), it);
      it.config(`[core]\n\thooksPath = ${join(it.root, "hooks")}\n`);
    },
    byHand: ({ git }) => git("commit", "--allow-empty", "-m", "x"),
  },
  {
    name: "hooks in the configuration",
    prepare: (it) =>
      it.config(
        '[hook "evil"]\n\tcommand = EVIL\n\tevent = pre-commit\n\tevent = post-checkout\n\tevent = reference-transaction\n',
      ),
  },
  {
    name: "diff.external",
    prepare: (it) => it.config("[diff]\n\texternal = EVIL\n"),
    byHand: ({ git }) => git("diff", "HEAD"),
  },
  {
    name: "a diff driver",
    prepare: (it) => {
      attributes(it, "diff=evil");
      it.config('[diff "evil"]\n\tcommand = EVIL\n');
    },
    byHand: ({ git }) => git("diff", "HEAD"),
  },
  {
    name: "a text converter",
    prepare: (it) => {
      attributes(it, "diff=evil");
      it.config('[diff "evil"]\n\ttextconv = EVIL\n');
    },
    byHand: ({ git }) => git("show"),
  },
  ...(["clean", "smudge", "process"] as const).map((way): Trick => ({
    name: `a filter: ${way}`,
    prepare: (it) => {
      attributes(it, "filter=evil");
      it.config(`[filter "evil"]\n\t${way} = EVIL\n`);
    },
    byHand: ({ git, folder }) => {
      rmSync(join(folder, "file.txt"));
      git("checkout", "file.txt");
      writeFileSync(join(folder, "file.txt"), "again\n");
      git("add", "file.txt");
    },
  })),
  {
    name: "a filter with a name that looks like an assignment",
    prepare: (it) => {
      attributes(it, "filter=a=b.clean");
      it.config('[filter "a=b.clean"]\n\tclean = EVIL\n\tsmudge = EVIL\n');
    },
    byHand: ({ git, write }) => {
      write("file.txt", "again\n");
      git("add", "file.txt");
    },
  },
  {
    name: "a filter with dots and capitals in its name, given in attributes of the repository's folder",
    prepare: (it) => {
      mkdirSync(join(it.folder, ".git", "info"), { recursive: true });
      writeFileSync(join(it.folder, ".git", "info", "attributes"), "*.txt filter=E.vil.X\n");
      it.config('[FILTER "E.vil.X"]\n\tCLEAN = EVIL\n\tSmudge = EVIL\n');
    },
    byHand: ({ git, write }) => {
      write("file.txt", "again\n");
      git("add", "file.txt");
    },
  },
  {
    name: "a filter in an included file",
    prepare: (it) => {
      attributes(it, "filter=evil");
      writeFileSync(
        join(it.folder, "included"),
        `[filter "evil"]\n\tclean = ${it.program}\n\tsmudge = ${it.program}\n`,
      );
      it.config("[include]\n\tpath = ../included\n");
    },
    byHand: ({ git, write }) => {
      write("file.txt", "again\n");
      git("add", "file.txt");
    },
  },
  {
    name: "a filter in a file that is included on a condition",
    prepare: (it) => {
      attributes(it, "filter=evil");
      writeFileSync(
        join(it.folder, "included"),
        `[filter "evil"]\n\tclean = ${it.program}\n\tsmudge = ${it.program}\n`,
      );
      for (const condition of ["onbranch:main", "onbranch:side", `gitdir:${it.folder}/`]) {
        it.config(`[includeIf "${condition}"]\n\tpath = ${it.folder}/included\n`);
      }
    },
    byHand: ({ git, write }) => {
      write("file.txt", "again\n");
      git("add", "file.txt");
    },
  },
  {
    name: "a filter in a file that is included on another branch only",
    prepare: (it) => {
      attributes(it, "filter=evil");
      const file = join(it.root, "included");
      writeFileSync(
        file,
        `[filter "evil"]\n\tclean = ${it.program}\n\tsmudge = ${it.program}\n[core]\n\tfsmonitor = ${it.program}\n`,
      );
      it.config(`[includeIf "onbranch:side"]\n\tpath = ${file}\n`);
    },
    byHand: ({ git }) => {
      git("switch", "-qc", "side");
      git("status");
    },
  },
  {
    name: "a filter in the configuration of the work tree",
    prepare: (it) => {
      attributes(it, "filter=evil");
      it.config("[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n");
      writeFileSync(
        join(it.folder, ".git", "config.worktree"),
        `[filter "evil"]\n\tclean = ${it.program}\n\tsmudge = ${it.program}\n`,
      );
    },
    byHand: ({ git, write }) => {
      write("file.txt", "again\n");
      git("add", "file.txt");
    },
  },
  {
    name: "a merge driver",
    prepare: (it) => {
      attributes(it, "merge=evil");
      it.config('[merge "evil"]\n\tdriver = EVIL %A\n[merge]\n\tdefault = evil\n');
    },
    byHand: ({ git, write }) => {
      write("file.txt", "stashed\n");
      git("stash");
      write("file.txt", "in the way\n");
      git("commit", "-qam", "x");
      git("stash", "apply");
    },
  },
  {
    name: "an editor",
    prepare: (it) =>
      it.config("[core]\n\teditor = EVIL\n[sequence]\n\teditor = EVIL\n[commit]\n\tverbose = true\n"),
    byHand: ({ git }) => git("commit", "--allow-empty"),
  },
  {
    name: "a pager",
    prepare: (it) =>
      it.config(
        "[core]\n\tpager = EVIL\n[pager]\n\tlog = EVIL\n\tdiff = EVIL\n\tstatus = EVIL\n\tbranch = EVIL\n",
      ),
  },
  ...(["openpgp", "x509", "ssh"] as const).map((format): Trick => ({
    name: `a program for signatures: ${format}`,
    prepare: (it) =>
      it.config(
        `[commit]\n\tgpgSign = true\n[user]\n\tsigningKey = x\n[gpg]\n\tformat = ${format}\n\tprogram = EVIL\n[gpg "${format}"]\n\tprogram = EVIL\n\tdefaultKeyCommand = EVIL\n`,
      ),
    byHand: ({ git }) => git("commit", "--allow-empty", "-m", "x"),
  })),
  {
    name: "a program for the signatures of others",
    prepare: (it) => {
      it.config("[log]\n\tshowSignature = true\n[gpg]\n\tprogram = EVIL\n");
      const plain = it.git("cat-file", "commit", "HEAD");
      const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n";
      const signed = join(it.root, "signed");
      writeFileSync(signed, plain.replace("\n\n", `\n${signature}\n`));
      it.git("update-ref", "HEAD", it.git("hash-object", "-t", "commit", "-w", signed).trim());
    },
    byHand: ({ git }) => git("log"),
  },
  {
    name: "aliases",
    prepare: (it) =>
      it.config('[alias]\n\tstatus = "!EVIL"\n\tlog = "!EVIL"\n\tswitch = "!EVIL"\n\tstash = "!EVIL"\n'),
  },
  {
    name: "helpers for passwords",
    prepare: (it) =>
      it.config(
        '[credential]\n\thelper = "!EVIL"\n[credential "https://example.org"]\n\thelper = "!EVIL"\n[core]\n\taskPass = EVIL\n',
      ),
  },
  {
    name: "a promised object behind a helper for transports",
    prepare: (it) =>
      promised(it, '\turl = "ext::EVIL"\n[protocol]\n\tallow = always\n[protocol "ext"]\n\tallow = always'),
    byHand: ({ git }) => git("show"),
  },
  {
    name: "a promised object behind ssh",
    prepare: (it) =>
      promised(
        it,
        '\turl = ssh://127.0.0.1/x\n[core]\n\tsshCommand = EVIL\n[protocol "ssh"]\n\tallow = always',
      ),
    byHand: ({ git }) => git("show"),
  },
  {
    name: "a promised object behind a proxy",
    prepare: (it) =>
      promised(
        it,
        '\turl = git://127.0.0.1/x\n[core]\n\tgitProxy = EVIL\n[protocol "git"]\n\tallow = always',
      ),
    byHand: ({ git }) => git("show"),
  },
  {
    name: "a promised object in a local repository with a program of its own",
    prepare: (it) =>
      promised(it, `\turl = ${it.folder}\n\tuploadpack = EVIL\n[protocol "file"]\n\tallow = always`),
    byHand: ({ git }) => git("show"),
  },
  {
    name: "a submodule with settings of its own",
    prepare: (it) => {
      const inner = join(it.folder, "inner");
      mkdirSync(inner);
      const git = (...args: string[]): void =>
        void execFileSync("git", ["-C", inner, ...args], { env: { ...it.inherited }, stdio: "ignore" });
      git("init");
      writeFileSync(join(inner, "inner.txt"), "inner\n");
      writeFileSync(join(inner, ".gitattributes"), "*.txt filter=evil diff=evil\n");
      git("add", ".");
      git("commit", "-m", "Inner");
      // Its ignore rule is in the repository's files and in no configuration.
      it.write(".gitmodules", '[submodule "inner"]\n\tpath = inner\n\turl = ./inner\n\tignore = none\n');
      it.git("-c", "protocol.file.allow=always", "add", ".");
      it.git("commit", "-qm", "Submodule");
      appendFileSync(
        join(inner, ".git", "config"),
        `[core]\n\tfsmonitor = ${it.program}\n[filter "evil"]\n\tclean = ${it.program}\n[diff "evil"]\n\ttextconv = ${it.program}\n\tcommand = ${it.program}\n`,
      );
      writeFileSync(join(inner, "inner.txt"), "dirty\n");
      it.config(
        '[submodule "inner"]\n\tactive = true\n[submodule]\n\trecurse = true\n[diff]\n\tsubmodule = diff\n\tignoreSubmodules = none\n[status]\n\tsubmoduleSummary = true\n',
      );
    },
    byHand: ({ git }) => git("status"),
  },
  {
    name: "colours, prefixes and formats of its own",
    prepare: (it) =>
      it.config(
        "[color]\n\tui = always\n\tdiff = always\n[format]\n\tpretty = EVIL\n[log]\n\tdate = format:EVIL\n[diff]\n\tnoprefix = true\n[core]\n\tquotePath = true\n",
      ),
  },
];

describe("a hostile repository runs nothing", () => {
  test.each(TRICKS)("through $name", async ({ prepare, byHand }) => {
    const repository = hostileRepository();
    commitFile(repository);
    prepare(repository);
    const { canary, write } = repository;
    if (byHand !== undefined) {
      const copy = `${repository.folder}-copy`;
      execFileSync("cp", ["-a", repository.folder, copy]);
      write("file.txt", "by hand\n");
      attempt(() => byHand(repository));
      if (!existsSync(canary))
        throw new Error("git by hand does not fall for it, so this would prove nothing");
      rmSync(repository.folder, { recursive: true });
      renameSync(copy, repository.folder);
    }
    rmSync(canary, { force: true });
    const said = await callEverything(await open(repository), repository);
    expect(existsSync(canary)).toBe(false);
    expect(said).toContain("On branch main");
  });

  test("through variables of whoever started us", async () => {
    const repository = hostileRepository();
    commitFile(repository);
    const { program, canary } = repository;
    const names = [
      "GIT_EXTERNAL_DIFF",
      "GIT_SSH",
      "GIT_SSH_COMMAND",
      "GIT_PAGER",
      "PAGER",
      "EDITOR",
      "GIT_EDITOR",
      "GIT_ASKPASS",
      "GIT_PROXY_COMMAND",
    ];
    const variables = Object.fromEntries(names.map((name) => [name, program]));
    const more = {
      ...variables,
      GIT_DIR: "/nowhere",
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${program}'`,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_CONFIG_VALUE_0: program,
      GIT_EXEC_PATH: dirname(program),
      GIT_TRACE: canary,
    };
    const said = await callEverything(await open(repository, more), repository);
    expect(existsSync(canary)).toBe(false);
    expect(said).toContain("On branch main");
  });

  test("as a git of its own, found through a relative folder in PATH", async () => {
    const repository = hostileRepository();
    commitFile(repository);
    const { folder, program, canary, inherited } = repository;
    for (const name of ["git", "false", "cat"]) symlinkSync(program, join(folder, name));
    const path = `.:${folder.slice(1)}::${inherited["PATH"] ?? ""}`;
    await callEverything(await open(repository, { PATH: path }), repository);
    expect(existsSync(canary)).toBe(false);
  });

  test("in the background after a commit", async () => {
    const repository = hostileRepository();
    repository.config("[gc]\n\tauto = 1\n\tautoDetach = true\n[maintenance]\n\tauto = true\n");
    for (let index = 0; index < 20; index++) commitFile(repository, `${index}\n`);
    await callEverything(await open(repository), repository);
    expect(processesWith(repository.folder)).toEqual([]);
  });

  test("through a bare repository that lies among its files", async () => {
    const repository = hostileRepository();
    const { folder, program, canary, git } = repository;
    git("init", "--quiet", "--bare", "bare");
    appendFileSync(
      join(folder, "bare", "config"),
      `[core]\n\tbare = false\n\tworktree = ${folder}\n\tfsmonitor = ${program}\n`,
    );
    attempt(() => void execFileSync("git", ["status"], { cwd: join(folder, "bare"), stdio: "ignore" }));
    expect(existsSync(canary), "git by hand falls for it").toBe(true);
    rmSync(canary);
    const { failure } = await open(repository);
    expect(await failure("status", { repository: "repository/bare" })).toMatch(/bare repository|work tree/);
    expect(existsSync(canary)).toBe(false);
  });
});

describe("a submodule", () => {
  test("is left out of what is staged and committed, and keeps changes from being stashed", async () => {
    const repository = hostileRepository();
    const { write, git, folder } = repository;
    commitFile(repository);
    execFileSync("git", ["clone", "--quiet", folder, join(folder, "inner")], { stdio: "ignore" });
    git("add", "inner");
    git("commit", "-qm", "Inner");
    writeFileSync(join(folder, "inner", "file.txt"), "dirty\n");
    write("file.txt", "changed\n");
    write("below/new.txt", "new\n");
    const here = { repository: "repository" };
    const { data, failure } = await open(repository);
    expect(await data("status", here)).toMatchObject({
      entries: [{ path: "file.txt" }, { path: "below/new.txt" }],
    });
    expect(await failure("stash_push", here)).toContain("git in the submodule inner");
    expect(await failure("add", { ...here, paths: ["inner"] })).toContain("is a submodule");
    expect(await failure("commit", { ...here, message: "Nothing" })).toContain("nothing to commit");
    await data("commit", { ...here, message: "All", all: true });
    expect(git("show", "--name-only", "--format=")).toBe("file.txt\n");
    await data("add", { ...here, all: true });
    await data("commit", { ...here, message: "New" });
    expect(git("show", "--name-only", "--format=")).toBe("below/new.txt\n");
    write("file.txt", "again\n");
    expect(await data("add", { ...here, paths: ["."] })).toMatchObject({
      entries: [{ path: "file.txt", staged: "M" }],
    });
  });
});

describe("a filter that is not run", () => {
  test("is an error where its raw file would be stored, and is said to be the reason", async () => {
    const repository = hostileRepository();
    commitFile(repository);
    attributes(repository, "filter=lfs");
    repository.config('[filter "lfs"]\n\tclean = EVIL\n\tsmudge = EVIL\n\trequired = true\n');
    repository.write("file.txt", "large\n");
    const { failure, data } = await open(repository);
    expect(await data("status", { repository: "repository" })).toMatchObject({ is_clean: false });
    expect(await failure("add", { repository: "repository", paths: ["file.txt"] })).toContain("Git LFS");
    expect(await data("add", { repository: "repository", paths: [".gitattributes"] })).toMatchObject({
      branch: "main",
    });
  });
});

describe("what looks like an option stays a word", () => {
  const WORDS = [
    "--output=PWNED",
    "-oPWNED",
    "--upload-pack=PWNED",
    "-p",
    "--exec=PWNED",
    "--help",
    "--",
    "-",
    "--no-index",
  ];

  test.each(WORDS)("%s", async (template) => {
    const repository = hostileRepository();
    commitFile(repository);
    const { folder, root, git, canary } = repository;
    const word = template.replace("PWNED", canary);
    const { call } = await open(repository);
    const before = git("rev-parse", "HEAD", "--branches");
    for (const [tool, args] of [
      ["log", { revision: word }],
      ["log", { exclude: word }],
      ["log", { since: word, until: word, author: word, message: word }],
      ["log", { paths: [word] }],
      ["show", { revision: word }],
      ["show", { path: word }],
      ["diff", { from: word }],
      ["diff", { from: "HEAD", to: word }],
      ["diff", { paths: [word, word] }],
      ["blame", { path: word }],
      ["blame", { path: "file.txt", revision: word }],
      ["branch_create", { name: word }],
      ["branch_create", { name: "new", start_point: word }],
      ["branch_switch", { name: word }],
      ["add", { paths: [word] }],
      ["status", { repository: word }],
    ] as const) {
      expect(textOf(await call(tool, { repository: "repository", ...args }))).not.toMatch(
        /usage: git|See 'git help|GIT-/,
      );
    }
    expect(git("rev-parse", "HEAD", "--branches")).toBe(before);
    expect(git("status", "--porcelain")).toBe("");
    expect([canary, join(folder, "PWNED"), join(root, "PWNED")].filter((file) => existsSync(file))).toEqual(
      [],
    );
  });

  test("also where the repository has a branch, a tag and a file of that name", async () => {
    const repository = hostileRepository();
    commitFile(repository);
    const { git, write, canary } = repository;
    const name = `--output=${canary}`;
    git("update-ref", `refs/heads/${name}`, "HEAD");
    git("update-ref", `refs/tags/${name}`, "HEAD");
    write("-p", "x\n");
    const { data, failure } = await open(repository);
    const here = { repository: "repository" };
    expect(await data("branch_list", here)).toMatchObject({
      branches: expect.arrayContaining([expect.objectContaining({ name })]),
    });
    expect(await failure("diff", { ...here, from: name })).toContain("from");
    expect(await data("diff", { ...here, from: `refs/heads/${name}`, to: "HEAD" })).toMatchObject({
      files: [],
    });
    expect(await data("add", { ...here, paths: ["-p"] })).toMatchObject({
      entries: [{ path: "-p", staged: "A" }],
    });
    expect(await data("diff", { ...here, staged: true, paths: ["-p"] })).toMatchObject({
      files: [{ path: "-p" }],
    });
    expect(existsSync(canary)).toBe(false);
  });
});

describe("nothing outside the allowed folder is read or staged", () => {
  const SECRET = "a secret of somebody else";

  /** A second repository, beside the allowed folder, whose history must stay unknown. */
  function withNeighbour(): Hostile & { neighbour: string; secretFile: string } {
    const repository = hostileRepository();
    commitFile(repository);
    const neighbour = `${repository.root}-evil`;
    mkdirSync(neighbour);
    const git = (...args: string[]): void =>
      void execFileSync("git", ["-C", neighbour, ...args], {
        env: { ...repository.inherited },
        stdio: "ignore",
      });
    git("init");
    const secretFile = join(neighbour, "secret.txt");
    writeFileSync(secretFile, `${SECRET}\n`);
    git("add", ".");
    git("commit", "-m", SECRET);
    return { ...repository, neighbour, secretFile };
  }

  test.each([
    ["a folder above", () => ".."],
    ["an absolute folder", () => "/"],
    ["a neighbour whose name begins the same", ({ neighbour }: { neighbour: string }) => neighbour],
    [
      "a way out and back",
      ({ neighbour }: { neighbour: string }) => `repository/../../${neighbour.split("/").at(-1)}`,
    ],
  ] as const)("by naming %s as the repository", async (_what, name) => {
    const repository = withNeighbour();
    const { failure } = await open(repository);
    expect(await failure("log", { repository: name(repository) })).toContain("outside the allowed folder");
  });

  test("by a link to a repository, or from its folder, work tree, refs or objects", async () => {
    const repository = withNeighbour();
    const { root, folder, neighbour } = repository;
    const theirs = join(neighbour, ".git");
    const make = (name: string, build: (folder: string) => void): string => {
      mkdirSync(join(root, name));
      build(join(root, name));
      return name;
    };
    symlinkSync(neighbour, join(root, "link"));
    const names = [
      "link",
      make("git-link", (it) => symlinkSync(theirs, join(it, ".git"))),
      make("git-file", (it) => writeFileSync(join(it, ".git"), `gitdir: ${theirs}\n`)),
      make("common", (it) => {
        execFileSync("cp", ["-a", join(folder, ".git"), join(it, ".git")]);
        writeFileSync(join(it, ".git", "commondir"), `${theirs}\n`);
      }),
      make("worktree", (it) => {
        execFileSync("cp", ["-a", join(folder, ".git"), join(it, ".git")]);
        appendFileSync(join(it, ".git", "config"), `[core]\n\tworktree = ${neighbour}\n`);
      }),
      ...[
        "refs",
        "objects",
        "HEAD",
        "index",
        "packed-refs",
        "refs/heads",
        "refs/heads/main",
        "objects/pack",
        "logs",
      ].map((part) =>
        make(`part-${part.replaceAll("/", "-")}`, (it) => {
          execFileSync("cp", ["-a", join(folder, ".git"), join(it, ".git")]);
          rmSync(join(it, ".git", part), { recursive: true, force: true });
          if (part === "packed-refs") execFileSync("git", ["-C", neighbour, "pack-refs", "--all"]);
          symlinkSync(join(theirs, part), join(it, ".git", part));
          if (part === "packed-refs") execFileSync("touch", [join(theirs, "refs/heads/main")]);
        }),
      ),
    ];
    const { call } = await open(repository);
    for (const name of names) {
      for (const [tool, args] of [
        ["log", {}],
        ["show", {}],
        ["status", {}],
        ["diff", { from: "HEAD" }],
        ["blame", { path: "secret.txt" }],
      ] as const) {
        const result = await call(tool, { repository: name, ...args });
        expect(textOf(result), `${name}: ${tool}`).not.toContain(SECRET);
        expect(result.isError, `${name}: ${tool}`).toBe(true);
      }
    }
  });

  test.each([
    ["outside", (objects: string) => `${objects}\n`],
    ["outside, in quotes that git undoes", (objects: string) => `"\\057${objects.slice(1)}"\n`],
    ["outside, behind one that is inside", (objects: string) => objects],
    ["in a pipe", () => undefined],
  ] as const)("by objects that are taken from %s", async (what, line) => {
    const repository = withNeighbour();
    const { root, folder, neighbour } = repository;
    const alternates = join(folder, ".git", "objects", "info", "alternates");
    const text = line(join(neighbour, ".git", "objects"));
    if (text === undefined) execFileSync("mkfifo", [alternates]);
    else if (what.includes("behind")) {
      const between = join(root, "between");
      mkdirSync(join(between, "info"), { recursive: true });
      writeFileSync(join(between, "info", "alternates"), `${text}\n`);
      writeFileSync(alternates, `${between}\n`);
    } else writeFileSync(alternates, text);
    const hash = execFileSync("git", ["-C", neighbour, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    const { failure } = await open(repository);
    expect(await failure("show", { repository: "repository", revision: hash })).toContain(
      "other places for objects|alternates".split("|")[text === undefined ? 0 : 1] ?? "",
    );
  });

  test("by paths that lead out", async () => {
    const repository = withNeighbour();
    const { secretFile, neighbour, folder } = repository;
    symlinkSync(neighbour, join(folder, "way-out"));
    symlinkSync(secretFile, join(folder, "secret-link"));
    const server = await open(repository);
    const here = { repository: "repository" };
    for (const path of [
      "../../.kube/config",
      secretFile,
      `../../${neighbour.split("/").at(-1)}/secret.txt`,
      "/etc/passwd",
    ]) {
      for (const [tool, args] of [
        ["add", { paths: [path] }],
        ["diff", { paths: [path, "/dev/null"] }],
        ["blame", { path }],
        ["show", { path }],
        ["log", { paths: [path] }],
      ] as const) {
        expect(await server.failure(tool, { ...here, ...args })).toContain("outside the repository");
      }
    }
    expect(await server.failure("add", { ...here, paths: ["way-out/secret.txt"] })).toContain(
      "beyond a symbolic link",
    );
    const added = await server.data("add", { ...here, all: true });
    expect(added).toMatchObject({ entries: [{ path: "secret-link" }, { path: "way-out" }] });
    const staged = await server.data("diff", { ...here, staged: true });
    expect(JSON.stringify(staged)).not.toContain(SECRET);
    const twoOutside = await server.data("diff", { ...here, paths: ["way-out/secret.txt", "secret-link"] });
    expect(JSON.stringify(twoOutside)).not.toContain(SECRET);
  });

  test("by a link in place of a folder that is in the history", async () => {
    const repository = withNeighbour();
    const { neighbour, folder } = repository;
    repository.write("place/secret.txt", "harmless\n");
    repository.git("add", ".");
    repository.git("commit", "-qm", "Place");
    rmSync(join(folder, "place"), { recursive: true });
    symlinkSync(neighbour, join(folder, "place"));
    const { call } = await open(repository);
    const here = { repository: "repository" };
    for (const [tool, args] of [
      ["blame", { path: "place/secret.txt" }],
      ["diff", {}],
      ["diff", { from: "HEAD" }],
      ["show", { path: "place/secret.txt" }],
      ["commit", { message: "x", all: true }],
      ["show", {}],
    ] as const) {
      expect(textOf(await call(tool, { ...here, ...args }))).not.toContain(SECRET);
    }
  });

  test("by settings that name a file to read", async () => {
    const { secretFile, ...repository } = withNeighbour();
    repository.config(
      `[blame]\n\tignoreRevsFile = ${secretFile}\n[commit]\n\ttemplate = ${secretFile}\n[diff]\n\torderFile = ${secretFile}\n[mailmap]\n\tfile = ${secretFile}\n[core]\n\texcludesFile = ${secretFile}\n\tattributesFile = ${secretFile}\n`,
    );
    const said = await callEverything(await open(repository), repository);
    expect(said).not.toContain(SECRET);
    expect(said).toContain("committed");
    expect(said).toContain("blame.ignoreRevsFile names");
  });
});

describe("trouble in a repository", () => {
  const here = { repository: "repository" };

  test("a lock is explained, and looking needs none", async () => {
    const repository = hostileRepository();
    repository.write("file.txt", "x\n");
    writeFileSync(join(repository.folder, ".git", "index.lock"), "");
    const { data, failure } = await open(repository);
    expect(await data("status", here)).toMatchObject({ is_clean: false });
    expect(await failure("add", { ...here, all: true })).toContain("Another git is at work there");
  });

  test("damage is explained", async () => {
    const repository = hostileRepository();
    commitFile(repository);
    const hash = repository.git("rev-parse", "HEAD:file.txt").trim();
    const file = join(repository.folder, ".git", "objects", hash.slice(0, 2), hash.slice(2));
    chmodSync(file, 0o644);
    writeFileSync(file, "damage");
    const { failure } = await open(repository);
    expect(await failure("show", { ...here, path: "file.txt" })).toContain("git fsck");
    writeFileSync(join(repository.folder, ".git", "index"), "damage");
    expect(await failure("status", here)).toContain("git fsck");
  });

  test("a configuration that cannot be read stops everything", async () => {
    const repository = hostileRepository();
    repository.config("[core\nnonsense");
    const { failure } = await open(repository);
    expect(await failure("status", here)).toContain("bad config");
  });

  test("a repository without commits, without identity, and no repository at all", async () => {
    const repository = hostileRepository();
    const { folder, root, inherited } = repository;
    rmSync(join(folder, ".git"), { recursive: true });
    repository.git("init", "-q");
    writeFileSync(join(String(inherited["HOME"]), ".gitconfig"), "[init]\n\tdefaultBranch = main\n");
    mkdirSync(join(root, "plain"));
    const { data, failure } = await open(repository);
    expect(await failure("log", here)).toContain("has no commits yet");
    expect(await failure("blame", { ...here, path: "README.md" })).toContain("has no commits yet");
    expect(await data("branch_list", here)).toEqual({ branches: [], is_cut: false });
    expect(await data("add", { ...here, all: true })).toMatchObject({ commit: null });
    expect(await failure("commit", { ...here, message: "x" })).toContain("git config user.name");
    expect(await failure("status", { repository: "plain" })).toContain("not a git repository");
    expect(await failure("status", { repository: "nowhere" })).toContain("does not exist");
    expect(await failure("status", { repository: "repository/.git" })).toContain("work tree");
  });

  test("a repository of another user is not used", async ({ skip }) => {
    if (process.getuid?.() !== 0) skip("only root can give a folder away");
    const repository = hostileRepository();
    execFileSync("chown", ["-R", "65534:65534", repository.folder]);
    const { failure } = await open(repository);
    expect(await failure("status", here)).toContain("safe.directory");
  });

  test("a huge difference, a huge file, many files and a long history are cut, and said to be", async () => {
    const repository = hostileRepository();
    const { write, git } = repository;
    write("large.txt", "line\n".repeat(2_000_000));
    git("add", ".");
    git("commit", "-qm", `Large\n\n${"x".repeat(100_000)}`);
    write("large.txt", "changed\n".repeat(2_000_000));
    for (let index = 0; index < 1_200; index++) write(`many/${index}`, "x");
    const { data, call } = await open(repository);
    const diff = await data("diff", here);
    expect(diff).toMatchObject({ patch_is_cut: true, files: [{ added: 2_000_000, deleted: 2_000_000 }] });
    expect(String(diff["patch"]).length).toBeLessThanOrEqual(128 * 1024);
    expect(await data("show", { ...here, path: "large.txt" })).toMatchObject({ file: { is_cut: true } });
    expect(await data("status", here)).toMatchObject({ entries: { length: 1_000 }, entries_cut: 201 });
    expect(textOf(await call("log", here)).length).toBeLessThan(10_000);
    expect(processesWith(repository.folder)).toEqual([]);
  });

  test("a setting that makes git wait for ever ends with the call", async () => {
    const repository = hostileRepository();
    const pipe = join(repository.folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    repository.config(`[include]\n\tpath = ${pipe}\n`);
    const { call } = await open(repository);
    const controller = new AbortController();
    const failed = failureOf(call("status", here, { signal: controller.signal }));
    await until(() => processesWith(repository.inherited["HOME"] ?? "").length > 0, 5_000, "git runs");
    controller.abort();
    expect((await failed).message).toMatch(/abort/i);
    await until(() => processesWith(repository.inherited["HOME"] ?? "").length === 0, 3_000, "git is gone");
  });
});
