/** `status`: the branch, and what differs from the last commit. */
import * as z from "zod";
import { parseStatus, type Status, type StatusEntry } from "../read/status.ts";
import type { Repository } from "../open-repository.ts";
import { gitTool } from "../repository-tool.ts";

const MAX_ENTRIES = 1_000;

export const STATUS = z.object({
  branch: z.string().nullable().describe("Null when HEAD is detached"),
  commit: z.string().nullable().describe("Null before the first commit"),
  upstream: z.string().nullable(),
  ahead: z.number().int(),
  behind: z.number().int(),
  is_clean: z.boolean(),
  entries: z.array(
    z.object({
      path: z.string(),
      original_path: z.string().optional(),
      kind: z.enum(["changed", "renamed", "unmerged", "untracked"]),
      staged: z.string().describe("One letter as in git status: M, A, D, R, C, T, U, or . for nothing"),
      unstaged: z.string(),
    }),
  ),
  entries_cut: z.number().int().describe("How many more entries there are at least"),
});

export const statusTool = gitTool({
  title: "Status",
  description: "Shows the branch and which files are staged, changed or untracked.",
  effect: "read",
  input: { untracked: z.boolean().default(true).describe("Whether to list untracked files") },
  output: STATUS,
  run: (repository, { untracked }) => readStatus(repository, untracked),
});

export async function readStatus(
  { run }: Repository,
  untracked: boolean,
): Promise<{ text: string; data: z.infer<typeof STATUS> }> {
  const { stdout, isCut } = await run({
    args: [
      "status",
      "--porcelain=v2",
      "--branch",
      "-z",
      "--ignore-submodules=dirty",
      `--untracked-files=${untracked ? "all" : "no"}`,
    ],
    isRead: true,
  });
  // The last entry of a cut answer may be half a path.
  const status = parseStatus(isCut ? stdout.slice(0, stdout.lastIndexOf("\0") + 1) : stdout);
  const { entries: all, ...head } = status;
  const entries = all.slice(0, MAX_ENTRIES).map((entry) => ({ ...entry }));
  const entries_cut = all.length - entries.length + (isCut ? 1 : 0);
  const data = { ...head, is_clean: all.length === 0, entries, entries_cut };
  const lines = [describeHead(status), ...entries.map(describeEntry)];
  if (all.length === 0) lines.push("Nothing to commit, the work tree is clean.");
  if (entries_cut > 0) lines.push(`[… at least ${entries_cut} more …]`);
  return { text: lines.join("\n"), data };
}

function describeHead({ branch, commit, upstream, ahead, behind }: Status): string {
  const where =
    branch === null ? `HEAD detached at ${commit?.slice(0, 12) ?? "nothing"}` : `On branch ${branch}`;
  const tracking = upstream === null ? "" : `, ${ahead} ahead and ${behind} behind ${upstream}`;
  return `${where}${commit === null ? ", no commits yet" : ""}${tracking}`;
}

function describeEntry({ path, original_path, kind, staged, unstaged }: StatusEntry): string {
  const state = kind === "untracked" ? "??" : `${staged}${unstaged}`.replaceAll(".", " ");
  return `${state} ${original_path === undefined ? "" : `${original_path} -> `}${path}`;
}
