/**
 * The embedded configuration: what a box holds when nobody has configured anything. In a project that includes what reads it; nothing
 * here ever writes, runs a command or reaches the network, because a port on loopback is open to every user of the machine.
 */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { findSources, foldersUpwards } from "../config/find-sources.ts";
import { loadConfig, type LoadOptions } from "../config/load-config.ts";
import { homeFolder } from "../util/paths.ts";

const EVERYWHERE = {
  echo: { type: "inprocess", description: "The built-in test server" },
  results: { type: "inprocess", description: "Reads on in results that were too long to show" },
};

/** Its tools that only read. */
const IN_PROJECTS = {
  filesystem: {
    type: "inprocess",
    description: "Reads the files of this project",
    includeTools: ["read_file", "list_directory", "directory_tree", "stat"],
  },
  git: {
    type: "inprocess",
    description: "Reads the history of this project",
    includeTools: ["status", "diff", "log", "show", "blame", "branch_list", "stash_list"],
  },
  search: { type: "inprocess", description: "Finds files of this project, and lines in them" },
};

export function loadDefaults(surroundings: LoadOptions): Promise<Config> {
  const project = defaultProject(surroundings);
  const servers = project === undefined ? EVERYWHERE : { ...EVERYWHERE, ...rootedIn(project) };
  return loadConfig({ ...surroundings, embedded: JSON.stringify({ mcpServers: servers }) });
}

/**
 * The project whose files the defaults read: the repository around the working directory. Undefined where there is none, where
 * it is the home folder or holds that, and where a configuration of any kind leaves nothing to the defaults but an empty box.
 */
export function defaultProject(surroundings: LoadOptions): string | undefined {
  if (findSources(surroundings).length > 0) return undefined;
  const root = foldersUpwards(surroundings.cwd).find((folder) => existsSync(join(folder, ".git")));
  const home = homeFolder(surroundings.env);
  return root === undefined || (home !== undefined && holds(root, home)) ? undefined : root;
}

function rootedIn(project: string): object {
  const cwd = project.replaceAll("${", "$$${"); // a path is no reference
  return Object.fromEntries(Object.entries(IN_PROJECTS).map(([name, server]) => [name, { ...server, cwd }]));
}

/** Whether it is that folder, or above it. */
function holds(folder: string, other: string): boolean {
  if (!existsSync(other)) return false;
  const real = realpathSync(folder);
  return foldersUpwards(realpathSync(other)).includes(real);
}
