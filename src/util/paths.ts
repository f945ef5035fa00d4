/** The folders that belong to the user. Only absolute XDG values count, as their specification says. */
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the user's configuration lives: `$XDG_CONFIG_HOME/tacklebox` or `~/.config/tacklebox`. */
export function configFolder(env: Environment): string {
  return join(absolute(env["XDG_CONFIG_HOME"]) ?? join(homeFolder(env), ".config"), "tacklebox");
}

/** Where the program keeps what must survive: `$XDG_STATE_HOME/tacklebox` or `~/.local/state/tacklebox`. */
export function stateFolder(env: Environment): string {
  return join(absolute(env["XDG_STATE_HOME"]) ?? join(homeFolder(env), ".local", "state"), "tacklebox");
}

/** The home folder; with HOME unset it is the one in the user database, and the temporary folder for a user without one. */
export function homeFolder(env: Environment): string {
  return absolute(env["HOME"]) ?? homeOfUser() ?? tmpdir();
}

function homeOfUser(): string | undefined {
  try {
    return absolute(homedir());
  } catch {
    return undefined; // a user id without an entry in the user database
  }
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
