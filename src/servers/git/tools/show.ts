/** `show`: one commit with its changes, or a file as it was at a commit. */
import * as z from "zod";
import { CHANGES, readDiff } from "../read/diff.ts";
import { COMMIT_FORMAT, describeCommit, parseCommits } from "../read/commits.ts";
import type { Repository } from "../open-repository.ts";
import { gitTool } from "../repository-tool.ts";
import { PATH, pathsInside, resolveCommit, resolveFile, REVISION } from "../revision.ts";
import { COMMIT } from "./log.ts";

const MAX_FILE_BYTES = 256 * 1024;

const OUTPUT = z.object({
  commit: COMMIT,
  changes: CHANGES.optional(),
  file: z.object({ path: z.string(), content: z.string(), is_cut: z.boolean() }).optional(),
});

export const showTool = gitTool({
  title: "Show a commit",
  description:
    "Shows a commit with its changes, or, with 'path', the content of a file as it was at that commit.",
  effect: "read",
  input: {
    revision: REVISION.default("HEAD").describe("A commit, branch or tag"),
    path: PATH.optional().describe("A file, from the top of the repository"),
  },
  output: OUTPUT,
  run: async (repository, { revision, path }) => {
    const hash = await resolveCommit(repository, revision);
    const commit = await readCommit(repository, hash);
    if (path !== undefined) {
      const file = await readFile(repository, { hash, path });
      const remark = file.is_cut ? `\n[… longer than ${MAX_FILE_BYTES} bytes …]` : "";
      return { text: `${file.content}${remark}`, data: { commit, file } };
    }
    // Against the first parent, as one would see it on the branch; a first commit is compared with nothing.
    const args = ["show", "--format=", "--no-show-signature", "--diff-merges=first-parent", hash];
    const { text, data: changes } = await readDiff(repository, { args, paths: [] });
    return { text: `${describeCommit(commit)}\n\n${text}`, data: { commit, changes } };
  },
});

async function readCommit({ run }: Repository, hash: string): Promise<z.infer<typeof COMMIT>> {
  const args = [
    "log",
    "-z",
    COMMIT_FORMAT,
    "--no-color",
    "--no-show-signature",
    "--no-patch",
    "--no-mailmap",
    "-1",
    hash,
  ];
  const [commit] = parseCommits((await run({ args, isRead: true })).stdout);
  if (commit === undefined) throw new Error(`The commit ${hash} is too large to be read`);
  return commit;
}

/** The stored bytes, so that neither filters nor converters are asked. */
async function readFile(
  repository: Repository,
  { hash, path }: { hash: string; path: string },
): Promise<{ path: string; content: string; is_cut: boolean }> {
  const [inside = path] = pathsInside(repository, [path]);
  const object = await resolveFile(repository, { commit: hash, path: inside });
  const { stdout, isCut } = await repository.run({
    args: ["cat-file", "blob", object],
    isRead: true,
    maxBytes: MAX_FILE_BYTES,
  });
  return { path: inside, content: stdout, is_cut: isCut };
}
