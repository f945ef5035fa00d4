/** What git said when it failed → an error that names the cause and the next step. */
import { TackleError, type ErrorCode } from "../../errors.ts";
import { cutText } from "../../util/terminal-text.ts";

export interface GitFailure {
  readonly args: readonly string[];
  readonly code: number;
  readonly stderr: string;
  readonly stdout: string;
}

interface KnownFailure {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  readonly hint: string;
}

const KNOWN: readonly KnownFailure[] = [
  {
    pattern: /not a git repository/,
    code: "not-found",
    hint: "Give a folder inside a repository as 'repository'; one that begins above the allowed folders is used only where 'options.roots' in the server's entry names its folder.",
  },
  {
    pattern: /must be run in a work tree/,
    code: "usage",
    hint: "Give the folder with the files, not the .git folder or a bare repository.",
  },
  {
    pattern: /dubious ownership/,
    code: "permission",
    hint: "The repository belongs to another user. Whoever trusts it runs: git config --global --add safe.directory FOLDER",
  },
  {
    pattern: /cannot use bare repository/,
    code: "usage",
    hint: "A bare repository has no files; give the folder of a work tree.",
  },
  {
    pattern: /Unable to create .*\.lock/s,
    code: "busy",
    hint: "Another git is at work there, or one was killed: wait, or remove the lock file if no git runs.",
  },
  {
    pattern:
      /(?:tell me who you are|no email was given|no name was given|auto-detection is disabled|empty ident)/i,
    code: "config",
    hint: "Run: git config user.name NAME; git config user.email ADDRESS",
  },
  {
    pattern: /(?:clean|smudge) filter '.*' failed/,
    code: "policy",
    hint: "The file passes through a filter, such as that of Git LFS, which this server does not run. Use git itself for it.",
  },
  {
    pattern: /would be overwritten by (?:checkout|merge)|local changes to the following files/,
    code: "conflict",
    hint: "Commit the changes first, or stash them.",
  },
  {
    pattern: /CONFLICT|could not restore untracked|needs merge/,
    code: "conflict",
    hint: "Resolve the conflicts in the files; the stash was kept.",
  },
  { pattern: /already exists/, code: "conflict", hint: "Choose another name, or switch to it." },
  {
    pattern: /nothing to commit|nothing added to commit|no changes added/,
    code: "conflict",
    hint: "Stage something with 'add' first, or set 'all'.",
  },
  {
    pattern: /lazy fetching disabled|transport '.*' not allowed|could not fetch .* from promisor/,
    code: "policy",
    hint: "The object is not here, and this server fetches nothing. Use git itself to fetch it.",
  },
  {
    pattern:
      /loose object .* is corrupt|object file .* is empty|bad object|unable to read|index file corrupt|index file smaller|bad index file|bad signature/i,
    code: "execution",
    hint: "The repository is damaged. Look at it with: git fsck",
  },
  {
    pattern: /did not match any file|no such path|There is no path/i,
    code: "not-found",
    hint: "Paths start at the top of the repository; 'status' shows them.",
  },
  { pattern: /ignored by one of your \.gitignore/, code: "policy", hint: "Ignored files are not added." },
  {
    pattern:
      /invalid reference|unknown revision|No stash entries|is not a valid reference|log for .* only has/,
    code: "not-found",
    hint: "List what there is with 'branch_list', 'log' or 'stash_list'.",
  },
];

/** Enough for the reason, and too little for a flood. */
const MAX_CHARACTERS = 1_000;

export function explainGitFailure({ args, code, stderr, stdout }: GitFailure): TackleError {
  // Some commands, such as commit and stash, say on stdout why they failed.
  const said = [stderr, stdout]
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n");
  const known = KNOWN.find(({ pattern }) => pattern.test(said));
  return new TackleError({
    code: known?.code ?? "execution",
    message: `git ${nameOf(args)} failed with exit code ${code}: ${cutText(said, MAX_CHARACTERS) || "it said nothing"}`,
    hint: known?.hint,
  });
}

function nameOf(args: readonly string[]): string {
  return args.find((arg) => !arg.startsWith("-")) ?? "";
}
