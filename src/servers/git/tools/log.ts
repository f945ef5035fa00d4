/** `log`: the commits that led to one. */
import * as z from "zod";
import { COMMIT_FORMAT, describeCommit, parseCommits } from "../read/commits.ts";
import { gitTool } from "../repository-tool.ts";
import { PATH, pathsInside, resolveCommit, REVISION } from "../revision.ts";

export const COMMIT = z.object({
  hash: z.string(),
  parents: z.array(z.string()),
  author: z.string(),
  email: z.string(),
  date: z.string(),
  refs: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
});

/** As a value of an option, attached to it, so that it cannot be another option. */
const FILTER = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes("\0"), "has a NUL character in it");

export const logTool = gitTool({
  title: "History",
  description: "Lists commits, the newest first.",
  effect: "read",
  input: {
    revision: REVISION.default("HEAD").describe("The commit, branch or tag to start from"),
    exclude: REVISION.optional().describe("Leave out this commit and all before it"),
    paths: z.array(PATH).max(1_000).default([]).describe("Only commits that changed these"),
    limit: z.number().int().min(1).max(200).default(20),
    skip: z.number().int().min(0).max(1_000_000).default(0),
    since: FILTER.optional().describe("A date, such as 2026-01-31 or '2 weeks ago'"),
    until: FILTER.optional(),
    author: FILTER.optional().describe("Part of a name or an address"),
    message: FILTER.optional().describe("Part of the message"),
  },
  output: z.object({ commits: z.array(COMMIT), is_cut: z.boolean().describe("Whether there may be more") }),
  run: async (repository, args) => {
    const start = await resolveCommit(repository, args.revision);
    const excluded = args.exclude === undefined ? [] : [`^${await resolveCommit(repository, args.exclude)}`];
    const filters = [
      ["--since", args.since],
      ["--until", args.until],
      ["--author", args.author],
      ["--grep", args.message],
    ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    const { stdout, isCut } = await repository.run({
      args: [
        "log",
        "-z",
        COMMIT_FORMAT,
        "--no-color",
        "--no-show-signature",
        "--no-patch",
        "--no-mailmap",
        "--fixed-strings",
        "--regexp-ignore-case",
        `--max-count=${args.limit}`,
        `--skip=${args.skip}`,
        ...filters,
        start,
        ...excluded,
      ],
      paths: pathsInside(repository, args.paths),
      isRead: true,
    });
    const commits = parseCommits(stdout);
    const text = commits.length === 0 ? "No such commits." : commits.map(describeCommit).join("\n\n");
    return { text, data: { commits, is_cut: isCut || commits.length === args.limit } };
  },
});
