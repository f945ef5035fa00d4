/** `commit`: records what is staged. */
import * as z from "zod";
import { TackleError } from "../../../errors.ts";
import type { Repository } from "../open-repository.ts";
import { COMMIT_FORMAT, describeCommit, parseCommits } from "../read/commits.ts";
import { listSubmodules } from "../read/submodules.ts";
import { gitTool } from "../repository-tool.ts";
import { COMMIT } from "./log.ts";

export const commitTool = gitTool({
  title: "Commit",
  description:
    "Records what is staged as a new commit. Hooks are not run and the commit is not signed: use git itself where that is wanted.",
  effect: "add",
  input: {
    message: z
      .string()
      .min(1)
      .max(50_000)
      .refine((text) => !text.includes("\0"), "has a NUL character in it"),
    all: z.boolean().default(false).describe("Stage all changes of tracked files first"),
    allow_empty: z.boolean().default(false),
  },
  output: z.object({ commit: COMMIT, branch: z.string().nullable() }),
  run: async (repository, { message, all, allow_empty }) => {
    const { run } = repository;
    const submodules = all ? await listSubmodules(repository) : [];
    // Where there are submodules, `--all` would look into them.
    if (submodules.length > 0) await run({ args: ["add", "--update"], excluded: submodules, isRead: false });
    const isAll = all && submodules.length === 0;
    if (!isAll && !allow_empty) await checkStaged(repository);
    await run({
      args: [
        "commit",
        "--quiet",
        "--no-verify",
        "--no-gpg-sign",
        "--no-status",
        "--no-edit",
        "--cleanup=whitespace",
        `--message=${message}`,
        ...(isAll ? ["--all"] : []),
        ...(allow_empty ? ["--allow-empty"] : []),
      ],
      isRead: false,
    });
    const log = [
      "log",
      "-z",
      COMMIT_FORMAT,
      "--no-color",
      "--no-show-signature",
      "--no-mailmap",
      "-1",
      "HEAD",
    ];
    const [commit] = parseCommits((await run({ args: log, isRead: true })).stdout);
    if (commit === undefined) throw new Error("The commit was made, but cannot be read");
    const head = await run({
      args: ["symbolic-ref", "--quiet", "--short", "HEAD"],
      isRead: true,
      answers: [1],
    });
    const branch = head.stdout.trim();
    return { text: describeCommit(commit), data: { commit, branch: branch === "" ? null : branch } };
  },
});

/** Where nothing is staged, `git commit` shows the status in its long form, for which it looks into submodules. */
async function checkStaged({ run }: Repository): Promise<void> {
  const staged = [
    "diff",
    "--cached",
    "--quiet",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=dirty",
  ];
  if ((await run({ args: staged, isRead: true, answers: [1] })).code === 1) return;
  const merge = ["rev-parse", "--verify", "--quiet", "MERGE_HEAD"];
  if ((await run({ args: merge, isRead: true, answers: [1] })).code === 0) return;
  throw new TackleError({
    code: "conflict",
    message: "There is nothing to commit",
    hint: "Stage something with 'add' first, or set 'all' or 'allow_empty'.",
  });
}
