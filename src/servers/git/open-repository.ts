/**
 * A folder → the repository around it, if all of it lies within the allowed folders. Nothing of the repository is
 * believed before that: not where its files are, not where its history is, not what its configuration says.
 */
import { realpath } from "node:fs/promises";
import { dirname, delimiter, resolve } from "node:path";
import { systemCodeOf, TackleError } from "../../errors.ts";
import { checkGitFolder } from "./check-git-folder.ts";
import { harmlessConfig } from "./harmless-config.ts";
import { isInside } from "./inside.ts";
import { runGit, type GitCommand, type GitOutput, type GitSurroundings } from "./run-git.ts";

export interface GitOptions {
  /** Repositories must lie within one of these folders; relative paths start at the first. */
  readonly roots?: readonly string[];
  /** Where git's own environment is taken from: PATH, HOME and the like. */
  readonly inherited?: Readonly<Record<string, string | undefined>>;
}

export interface Repository {
  /** The folder with the files; paths start here. */
  readonly workTree: string;
  readonly run: (command: GitCommand) => Promise<GitOutput>;
}

export interface RepositoryRequest {
  readonly folder: string | undefined;
  readonly options: GitOptions;
  readonly signal: AbortSignal;
}

/** The first version that takes settings from variables; an older one would ignore ours without a word. */
const OLDEST_VERSION = [2, 31] as const;

/** More keys than this are no configuration. */
const MAX_KEYS = 2_000;

export async function openRepository({ folder, options, signal }: RepositoryRequest): Promise<Repository> {
  const { roots = [process.cwd()], inherited = process.env } = options;
  const realRoots = await Promise.all(roots.map((root) => realFolder(resolve(root))));
  const isAllowed = (path: string): boolean => realRoots.some((root) => isInside(root, path));
  const cwd = await realFolder(resolve(realRoots[0] ?? "/", folder ?? "."));
  if (!isAllowed(cwd)) throw outside(cwd, realRoots);

  const base = { cwd, signal, inherited };
  await checkVersion(base);
  const ceilings = outermost(realRoots).map((root) => dirname(root));
  const found = await runGit(FIND, {
    ...base,
    config: harmlessConfig([], { isRead: true }),
    variables: { GIT_CEILING_DIRECTORIES: ceilings.join(delimiter) },
  });
  const [workTree, gitDir, commonDir] = await realFolders(found.stdout);
  for (const path of [workTree, gitDir, commonDir]) if (!isAllowed(path)) throw outside(path, realRoots);
  await checkGitFolder({ gitDir, commonDir, isAllowed });

  // Named outright from here on, so that neither core.worktree nor another discovery can lead elsewhere.
  const named = [`--git-dir=${gitDir}`, `--work-tree=${workTree}`];
  const inWorkTree = { ...base, cwd: workTree };
  const listed = await runGit(
    { args: [...named, "config", "--list", "--includes", "--name-only", "-z"], isRead: true },
    { ...inWorkTree, config: [] },
  );
  const keys = new Set(listed.stdout.split("\0").filter((key) => key !== ""));
  if (listed.isCut || keys.size > MAX_KEYS) throw tooManyKeys(workTree);
  return {
    workTree,
    run: (command) =>
      runGit(
        { ...command, args: [...named, ...command.args] },
        { ...inWorkTree, config: harmlessConfig(keys, { isRead: command.isRead }) },
      ),
  };
}

const FIND: GitCommand = {
  args: ["rev-parse", "--path-format=absolute", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"],
  isRead: true,
};

/** Those in no other: from a folder in a folder, a repository may be found in the outer one. */
function outermost(roots: readonly string[]): readonly string[] {
  return roots.filter(
    (root) => root !== dirname(root) && !roots.some((other) => other !== root && isInside(other, root)),
  );
}

async function realFolder(path: string): Promise<string> {
  try {
    if (!path.includes("\0")) return await realpath(path);
  } catch (error) {
    const why =
      systemCodeOf(error) === "ENOENT" ? "does not exist" : `cannot be used (${systemCodeOf(error)})`;
    throw new TackleError({
      code: "not-found",
      message: `The folder ${path} ${why}`,
      hint: "Give the folder of a repository.",
      cause: error,
    });
  }
  throw new TackleError({
    code: "usage",
    message: "The folder has a NUL character in its name",
    hint: "Remove it.",
  });
}

/** Values of PATH under which a git that is new enough was found. */
const checkedPaths = new Set<string>();

async function checkVersion(base: Omit<GitSurroundings, "config">): Promise<void> {
  const path = base.inherited["PATH"] ?? "";
  if (checkedPaths.has(path)) return;
  const { stdout } = await runGit({ args: ["version"], isRead: true }, { ...base, config: [] });
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_VERSION;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw new TackleError({
      code: "config",
      message: `git ${major}.${minor} is too old to be used safely in repositories of others`,
      hint: `Install git ${oldestMajor}.${oldestMinor} or later.`,
    });
  }
  checkedPaths.add(path);
}

/** One path a line, so that a line break in a name cannot be told apart; such a repository is refused. */
async function realFolders(stdout: string): Promise<readonly [string, string, string]> {
  const [workTree, gitDir, commonDir, ...rest] = stdout.replace(/\r?\n$/, "").split(/\r?\n/);
  if (workTree === undefined || gitDir === undefined || commonDir === undefined || rest.length > 0) {
    throw new TackleError({
      code: "policy",
      message: "The repository is not used: a folder on its path has a line break in its name",
      hint: "Rename the folder.",
    });
  }
  return [await realFolder(workTree), await realFolder(gitDir), await realFolder(commonDir)];
}

function outside(path: string, roots: readonly string[]): TackleError {
  return new TackleError({
    code: "policy",
    message: `${path} is outside the allowed ${roots.length === 1 ? "folder" : "folders"} ${roots.join(", ")}`,
    hint: "Files and history of a repository must both be inside. 'options.roots' in the server's entry allows other folders.",
  });
}

function tooManyKeys(workTree: string): TackleError {
  return new TackleError({
    code: "policy",
    message: `The configuration of the repository ${workTree} has more than ${MAX_KEYS} keys, and is not used`,
    hint: "Look at .git/config and at the files that it includes.",
  });
}
