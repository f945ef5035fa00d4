/**
 * The folders that belong to the user. Only absolute values of HOME and XDG variables count, as their specification says.
 * None of them is ever the shared temporary folder: what another user planted there would be taken for this user's own.
 */
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { privateTemporaryFolder } from "./private-temporary-folder.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the user's configuration lives: `$XDG_CONFIG_HOME/tacklebox` or `~/.config/tacklebox`; undefined without a home. */
export function configFolder(env: Environment): string | undefined {
  const base = absolute(env["XDG_CONFIG_HOME"]) ?? inHome(env, ".config");
  return base === undefined ? undefined : join(base, "tacklebox");
}

/** Where the user's scripts are; undefined without a home. */
export function scriptsFolder(env: Environment): string | undefined {
  const folder = configFolder(env);
  return folder === undefined ? undefined : join(folder, "scripts");
}

/**
 * Where the program keeps what must survive: `$XDG_STATE_HOME/tacklebox` or `~/.local/state/tacklebox`. For a user without
 * a home it is a private temporary folder, and it throws when that cannot be had.
 */
export function stateFolder(env: Environment): string {
  const base = absolute(env["XDG_STATE_HOME"]) ?? inHome(env, ".local", "state");
  return base === undefined ? privateTemporaryFolder() : join(base, "tacklebox");
}

/** The home folder: HOME, else the one in the user database; undefined for a user who has neither. */
export function homeFolder(env: Environment): string | undefined {
  return absolute(env["HOME"]) ?? homeInDatabase();
}

function inHome(env: Environment, ...steps: readonly string[]): string | undefined {
  const home = homeFolder(env);
  return home === undefined ? undefined : join(home, ...steps);
}

function homeInDatabase(): string | undefined {
  try {
    return absolute(userInfo().homedir); // not homedir(), which believes an empty or relative HOME
  } catch {
    return undefined; // a user id without an entry in the user database
  }
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
