/** `diff`: what changed between two states of the files. */
import * as z from "zod";
import { TackleError } from "../../../errors.ts";
import { readDiff, CHANGES } from "../read/diff.ts";
import { gitTool } from "../repository-tool.ts";
import { PATH, pathsInside, resolveCommit, REVISION } from "../revision.ts";

export const diffTool = gitTool({
  title: "Differences",
  description:
    "Shows changes as a patch: of the files against what is staged; with 'staged', of what is staged against the last " +
    "commit; with 'from', of the files against a commit; with 'from' and 'to', between two commits.",
  effect: "read",
  input: {
    staged: z.boolean().default(false),
    from: REVISION.optional().describe("A commit, branch or tag"),
    to: REVISION.optional(),
    paths: z
      .array(PATH)
      .max(1_000)
      .default([])
      .describe("Only these files and folders, from the top of the repository"),
    context: z.number().int().min(0).max(1_000).default(3).describe("Lines around each change"),
  },
  output: CHANGES,
  run: async (repository, { staged, from, to, paths, context }) => {
    if (to !== undefined && (from === undefined || staged)) {
      throw new TackleError({
        code: "usage",
        message: "'to' needs 'from', and goes without 'staged'",
        hint: "Give both commits, or neither.",
      });
    }
    const commits: string[] = [];
    for (const revision of [from, to]) {
      if (revision !== undefined) commits.push(await resolveCommit(repository, revision));
    }
    return readDiff(repository, {
      args: ["diff", ...(staged ? ["--cached"] : []), `--unified=${context}`, ...commits],
      paths: pathsInside(repository, paths),
    });
  },
});
