/** `blame`: who last changed each line of a file. */
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import { TackleError } from "../../../errors.ts";
import { isInside } from "../inside.ts";
import type { Repository } from "../open-repository.ts";
import { parseBlame } from "../read/blame.ts";
import { gitTool } from "../repository-tool.ts";
import { PATH, pathsInside, resolveCommit, REVISION } from "../revision.ts";

const MAX_LINES = 1_000;

export const blameTool = gitTool({
  title: "Blame",
  description: "Shows for each line of a committed file which commit last changed it, and who made it.",
  effect: "read",
  input: {
    path: PATH.describe("A file, from the top of the repository"),
    revision: REVISION.default("HEAD"),
    start_line: z.number().int().min(1).default(1),
    lines: z.number().int().min(1).max(MAX_LINES).default(200),
  },
  output: z.object({
    path: z.string(),
    lines: z.array(
      z.object({
        line: z.number().int(),
        hash: z.string(),
        author: z.string(),
        date: z.string(),
        text: z.string(),
      }),
    ),
    is_cut: z.boolean(),
  }),
  run: async (repository, { path, revision, start_line, lines: wanted }) => {
    // Always at a commit: for the files as they are now, git would follow a link in place of a folder, out of the tree.
    const commit = await resolveCommit(repository, revision);
    const paths = pathsInside(repository, [path]);
    await checkIgnoreFiles(repository);
    const { stdout, isCut } = await repository.run({
      args: ["blame", "--porcelain", "--no-textconv", `-L${start_line},+${wanted}`, commit],
      paths,
      isPlainPath: true,
      isRead: true,
    });
    const lines = parseBlame(stdout);
    const text = lines.map(
      ({ line, hash, author, date, text: content }) =>
        `${hash.slice(0, 8)} ${date.slice(0, 10)} ${author} ${line}) ${content}`,
    );
    const data = { path: paths[0] ?? path, lines, is_cut: isCut };
    return { text: text.join("\n") || "The file is empty.", data };
  },
});

/**
 * A repository can name files with commits to pass over, and git shows the first line of one that is no such file. The
 * setting cannot be taken back, only added to.
 */
async function checkIgnoreFiles({ run, workTree }: Repository): Promise<void> {
  const args = ["config", "--includes", "--type=path", "--get-all", "-z", "blame.ignoreRevsFile"];
  const { stdout } = await run({ args, isRead: true, answers: [1] });
  for (const name of stdout.split("\0").filter((file) => file !== "")) {
    const file = await realpath(resolve(workTree, name)).catch(() => undefined);
    if (file !== undefined && isInside(workTree, file)) continue;
    throw new TackleError({
      code: "policy",
      message: `The setting blame.ignoreRevsFile names ${name}, which is not a file of the repository`,
      hint: "Remove the setting, or use git itself.",
    });
  }
}
