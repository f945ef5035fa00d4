/** `add`: stages files for the next commit. */
import * as z from "zod";
import { TackleError } from "../../../errors.ts";
import { listSubmodules } from "../read/submodules.ts";
import { gitTool } from "../repository-tool.ts";
import { PATH, pathsInside } from "../revision.ts";
import { readStatus, STATUS } from "./status.ts";

export const addTool = gitTool({
  title: "Stage files",
  description: "Stages files and folders for the next commit, deletions included, and returns the status.",
  effect: "add",
  input: {
    paths: z.array(PATH).max(1_000).default([]).describe("From the top of the repository; not patterns"),
    all: z.boolean().default(false).describe("Everything that changed or is new"),
  },
  output: STATUS,
  run: async (repository, { paths, all }) => {
    if ((paths.length === 0) !== all) {
      throw new TackleError({
        code: "usage",
        message: "Give either 'paths' or 'all'",
        hint: 'For example {"paths": ["README.md"]}.',
      });
    }
    const chosen = all ? [] : pathsInside(repository, paths);
    const excluded = await listSubmodules(repository);
    const submodule = chosen.find((path) => excluded.includes(path));
    if (submodule !== undefined) {
      throw new TackleError({
        code: "policy",
        message: `${submodule} is a submodule, which this server does not stage`,
        hint: "Use git itself for it.",
      });
    }
    await repository.run({ args: ["add", "--all"], paths: chosen, excluded, isRead: false });
    return readStatus(repository, true);
  },
});
