/** Runs one git command, with nothing of our environment that it does not need, and nothing that could prompt or fetch. */
import { delimiter, isAbsolute } from "node:path";
import { TackleError } from "../../errors.ts";
import { findProgram } from "../../util/find-program.ts";
import { childEnvironment } from "../../util/processes/child-environment.ts";
import { runProgram } from "../../util/processes/run-program.ts";
import { explainGitFailure } from "./explain-git-failure.ts";
import { configVariables, type ConfigEntry } from "./harmless-config.ts";
import { GIT_TIMEOUT_MS } from "./time-limit.ts";

export interface GitCommand {
  readonly args: readonly string[];
  /** Taken as they are, never as patterns; they follow `--`. */
  readonly paths?: readonly string[];
  /** Left out of `paths`, or of everything when there are none. */
  readonly excluded?: readonly string[];
  /** For the few commands that take one path and no patterns. */
  readonly isPlainPath?: boolean;
  /** Whether it only looks: then it takes no locks and writes nothing, not even the index. */
  readonly isRead: boolean;
  /** More output than this is cut, and git ended. */
  readonly maxBytes?: number;
  /** Exit codes besides 0 that are answers. */
  readonly answers?: readonly number[];
}

export interface GitOutput {
  readonly stdout: string;
  /** Whether there was more than `maxBytes`. */
  readonly isCut: boolean;
  readonly code: number;
}

export interface GitSurroundings {
  readonly cwd: string;
  readonly config: readonly ConfigEntry[];
  readonly signal: AbortSignal;
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** More variables of git's own. */
  readonly variables?: Readonly<Record<string, string>>;
}

const MAX_BYTES = 4 * 1024 * 1024;

const VARIABLES: Readonly<Record<string, string>> = {
  LC_ALL: "C", // messages that we can tell apart
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  GIT_EDITOR: "false",
  GIT_SEQUENCE_EDITOR: "false",
  GIT_ASKPASS: "false",
  SSH_ASKPASS: "false",
  GIT_SSH_COMMAND: "false",
  // No transport at all, not even a local one; unlike the setting, a repository cannot make exceptions.
  GIT_ALLOW_PROTOCOL: "",
  GIT_PROTOCOL_FROM_USER: "0",
  GIT_NO_LAZY_FETCH: "1",
};

export async function runGit(command: GitCommand, surroundings: GitSurroundings): Promise<GitOutput> {
  const { args, isRead, maxBytes = MAX_BYTES, answers = [] } = command;
  const { cwd, config, signal, inherited, variables } = surroundings;
  const pathspecs = toPathspecs(command);
  const path = absoluteFolders(inherited["PATH"]);
  const env = childEnvironment({
    inherited,
    marks: {},
    declared: {
      ...VARIABLES,
      PATH: path,
      GIT_OPTIONAL_LOCKS: isRead ? "0" : "1",
      ...configVariables(config),
      ...variables,
    },
  });
  const result = await runProgram({
    file: findGit(path, cwd),
    args: ["--no-pager", ...args, ...(pathspecs.length > 0 ? ["--", ...pathspecs] : [])],
    cwd,
    env,
    timeoutMs: GIT_TIMEOUT_MS,
    signal,
    keep: { head: maxBytes, tail: 0 },
    // What only looks can be ended at any moment; what writes must come to its own end.
    stopWhenFull: isRead,
  });
  const { end, stdout, stderr } = result;
  const code = result.code ?? -1;
  if (end === "cancelled") throw new TackleError({ code: "cancelled", message: "git was cancelled" });
  if (end === "timeout") throw tooLong(args);
  const isAnswer = end === "full" || code === 0 || answers.includes(code);
  if (!isAnswer) throw explainGitFailure({ args, code, stderr: stderr.head, stdout: stdout.head });
  return { stdout: stdout.head, isCut: stdout.cutBytes > 0, code };
}

/** With the words that make git take them literally, whatever characters they have (gitglossary(7), "pathspec"). */
function toPathspecs({ paths = [], excluded = [], isPlainPath = false }: GitCommand): readonly string[] {
  if (isPlainPath) return paths;
  const chosen = paths.length === 0 && excluded.length > 0 ? ["."] : paths;
  return [
    ...chosen.map((path) => (path === "." ? ":(top)" : `:(top,literal)${path}`)),
    ...excluded.map((path) => `:(top,exclude,literal)${path}`),
  ];
}

/** A relative entry of PATH would look for programs in the repository. */
function absoluteFolders(path = ""): string {
  return path.split(delimiter).filter(isAbsolute).join(delimiter);
}

function findGit(path: string, cwd: string): string {
  const found = findProgram("git", { path, cwd });
  if (found.kind === "found") return found.file;
  throw new TackleError({
    code: "not-found",
    message: "There is no git in PATH",
    hint: "Install git 2.31 or later.",
  });
}

function tooLong(args: readonly string[]): TackleError {
  return new TackleError({
    code: "timeout",
    message: `git ${args[0] ?? ""} did not finish within ${GIT_TIMEOUT_MS / 1000} s and was ended`,
    hint: "Ask for less: fewer paths, or a smaller range.",
  });
}
