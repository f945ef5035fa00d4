/**
 * The built-in server `git`: the everyday commands, in repositories within the allowed folders. It fetches and pushes
 * nothing, and runs nothing that a repository names: no hook, filter, driver, pager, editor or signing program.
 */
import { defineServer, type DefinedServer } from "../define-server.ts";
import type { GitOptions } from "./open-repository.ts";
import { addTool } from "./tools/add.ts";
import { blameTool } from "./tools/blame.ts";
import { branchCreateTool, branchListTool, branchSwitchTool } from "./tools/branch.ts";
import { commitTool } from "./tools/commit.ts";
import { diffTool } from "./tools/diff.ts";
import { logTool } from "./tools/log.ts";
import { showTool } from "./tools/show.ts";
import { stashListTool, stashPopTool, stashPushTool } from "./tools/stash.ts";
import { statusTool } from "./tools/status.ts";

export function createGitServer(options: GitOptions = {}): DefinedServer {
  return defineServer("git", {
    status: statusTool(options),
    diff: diffTool(options),
    log: logTool(options),
    show: showTool(options),
    blame: blameTool(options),
    branch_list: branchListTool(options),
    branch_create: branchCreateTool(options),
    branch_switch: branchSwitchTool(options),
    add: addTool(options),
    commit: commitTool(options),
    stash_list: stashListTool(options),
    stash_push: stashPushTool(options),
    stash_pop: stashPopTool(options),
  });
}
