/** `branch_list`, `branch_create`, `branch_switch`. */
import * as z from "zod";
import { cutText } from "../../../util/terminal-text.ts";
import type { Repository } from "../open-repository.ts";
import { gitTool } from "../repository-tool.ts";
import { checkBranchName, resolveCommit, REVISION } from "../revision.ts";

const MAX_BRANCHES = 500;

const BRANCH = z.object({
  name: z.string(),
  commit: z.string(),
  is_current: z.boolean(),
  upstream: z.string().nullable(),
  date: z.string(),
  subject: z.string(),
});

const FORMAT =
  "--format=%(refname:lstrip=2)%00%(objectname)%00%(HEAD)%00%(upstream:lstrip=2)%00%(committerdate:iso-strict)%00%(contents:subject)";

export const branchListTool = gitTool({
  title: "List branches",
  description: "Lists the branches, the one changed last first.",
  effect: "read",
  input: { remote: z.boolean().default(false).describe("Also those of remotes, as they were fetched last") },
  output: z.object({ branches: z.array(BRANCH), is_cut: z.boolean() }),
  run: async (repository, { remote }) => {
    const { stdout } = await repository.run({
      args: [
        "for-each-ref",
        "--sort=-committerdate",
        `--count=${MAX_BRANCHES + 1}`,
        FORMAT,
        "refs/heads",
        ...(remote ? ["refs/remotes"] : []),
      ],
      isRead: true,
    });
    const all = stdout
      .split("\n")
      .filter((line) => line !== "")
      .map(parseBranch);
    const branches = all.slice(0, MAX_BRANCHES);
    const text = branches.map(
      ({ name, is_current, commit, subject }) =>
        `${is_current ? "*" : " "} ${name} ${commit.slice(0, 12)} ${subject}`,
    );
    return {
      text: text.join("\n") || "No branches yet.",
      data: { branches, is_cut: all.length > MAX_BRANCHES },
    };
  },
});

function parseBranch(line: string): z.infer<typeof BRANCH> {
  const [name = "", commit = "", head, upstream = "", date = "", subject = ""] = line.split("\0");
  return {
    name,
    commit,
    is_current: head === "*",
    upstream: upstream === "" ? null : upstream,
    date,
    subject: cutText(subject, 500),
  };
}

const CREATED = z.object({ name: z.string(), commit: z.string(), is_current: z.boolean() });

export const branchCreateTool = gitTool({
  title: "Create a branch",
  description: "Creates a branch at a commit, and switches to it if asked.",
  effect: "add",
  input: {
    name: REVISION.describe("The new branch's name"),
    start_point: REVISION.default("HEAD").describe("A commit, branch or tag"),
    switch: z.boolean().default(false),
  },
  output: CREATED,
  run: async (repository, { name, start_point, switch: isSwitch }) => {
    await checkBranchName(repository, name);
    const commit = await resolveCommit(repository, start_point);
    await repository.run({ args: ["branch", "--no-track", "--end-of-options", name, commit], isRead: false });
    if (isSwitch) await switchTo(repository, name);
    const text = `Created branch ${name} at ${commit.slice(0, 12)}${isSwitch ? " and switched to it" : ""}.`;
    return { text, data: { name, commit, is_current: isSwitch } };
  },
});

export const branchSwitchTool = gitTool({
  title: "Switch branches",
  description:
    "Switches to an existing branch; the files change. Refused where uncommitted changes would be lost.",
  effect: "change",
  input: { name: REVISION.describe("An existing branch") },
  output: CREATED,
  run: async (repository, { name }) => {
    await checkBranchName(repository, name);
    const commit = await resolveCommit(repository, `refs/heads/${name}`);
    await switchTo(repository, name);
    return {
      text: `Switched to branch ${name} at ${commit.slice(0, 12)}.`,
      data: { name, commit, is_current: true },
    };
  },
});

async function switchTo({ run }: Repository, name: string): Promise<void> {
  await run({ args: ["switch", "--quiet", "--no-guess", "--no-recurse-submodules", name], isRead: false });
}
