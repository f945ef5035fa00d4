/** `stash_list`, `stash_push`, `stash_pop`: changes put aside, and taken back. */
import * as z from "zod";
import { cutText } from "../../../util/terminal-text.ts";
import type { Repository } from "../open-repository.ts";
import { refuseSubmodules } from "../read/submodules.ts";
import { gitTool } from "../repository-tool.ts";
import { readStatus, STATUS } from "./status.ts";

const MAX_STASHES = 200;

const STASH = z.object({ index: z.number().int(), hash: z.string(), date: z.string(), message: z.string() });
const STASHES = z.object({ stashes: z.array(STASH) });

export const stashListTool = gitTool({
  title: "List stashes",
  description: "Lists the changes that were put aside, the newest first.",
  effect: "read",
  input: {},
  output: STASHES,
  run: (repository) => readStashes(repository),
});

export const stashPushTool = gitTool({
  title: "Stash changes",
  description: "Puts all uncommitted changes aside, so that the files are as in the last commit.",
  effect: "change",
  input: {
    message: z
      .string()
      .min(1)
      .max(1_000)
      .refine((text) => !text.includes("\0"), "has a NUL character in it")
      .optional(),
    include_untracked: z.boolean().default(false),
    keep_staged: z.boolean().default(false).describe("Leave what is staged as it is"),
  },
  output: z.object({
    is_stashed: z.boolean().describe("False when there was nothing to stash"),
    ...STASHES.shape,
  }),
  run: async (repository, { message, include_untracked, keep_staged }) => {
    await refuseSubmodules(repository, "Stashing");
    const before = await newestStash(repository);
    await repository.run({
      args: [
        "stash",
        "push",
        "--quiet",
        ...(include_untracked ? ["--include-untracked"] : []),
        ...(keep_staged ? ["--keep-index"] : []),
        ...(message === undefined ? [] : [`--message=${message}`]),
      ],
      isRead: false,
    });
    const { text, data } = await readStashes(repository);
    const is_stashed = data.stashes[0]?.hash !== before;
    return { text: is_stashed ? text : "There was nothing to stash.", data: { is_stashed, ...data } };
  },
});

export const stashPopTool = gitTool({
  title: "Take stashed changes back",
  description: "Applies changes that were put aside, and forgets them unless 'keep' is set or they conflict.",
  effect: "change",
  input: {
    index: z.number().int().min(0).max(10_000).default(0).describe("As 'stash_list' numbers them"),
    keep: z.boolean().default(false),
  },
  output: STATUS,
  run: async (repository, { index, keep }) => {
    await refuseSubmodules(repository, "Taking a stash back");
    await repository.run({
      args: ["stash", keep ? "apply" : "pop", "--quiet", `stash@{${index}}`],
      isRead: false,
    });
    return readStatus(repository, true);
  },
});

async function newestStash({ run }: Repository): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", "refs/stash"];
  const { stdout } = await run({ args, isRead: true, answers: [1] });
  return stdout.trim() || undefined;
}

async function readStashes(repository: Repository): Promise<{ text: string; data: z.infer<typeof STASHES> }> {
  if ((await newestStash(repository)) === undefined) return { text: "No stashes.", data: { stashes: [] } };
  const { stdout } = await repository.run({
    args: [
      "log",
      "-z",
      "--walk-reflogs",
      "--format=tformat:%H%x00%aI%x00%gs",
      "--no-color",
      "--no-show-signature",
      "--no-patch",
      `--max-count=${MAX_STASHES}`,
      "refs/stash",
    ],
    isRead: true,
  });
  const fields = stdout.split("\0");
  const stashes: z.infer<typeof STASH>[] = [];
  for (let at = 0; at + 3 < fields.length; at += 3) {
    const [hash = "", date = "", message = ""] = fields.slice(at, at + 3);
    stashes.push({ index: at / 3, hash, date, message: cutText(message, 1_000) });
  }
  return {
    text: stashes.map(({ index, date, message }) => `${index}: ${date} ${message}`).join("\n"),
    data: { stashes },
  };
}
