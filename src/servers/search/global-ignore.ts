/**
 * What the user ignores in all repositories: the file that `core.excludesFile` names in their git configuration, or git's usual
 * one. It is read where it is, outside of the roots, because it is the user's own; nothing of it is ever shown.
 */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { homeFolder, type Environment } from "../../util/paths.ts";
import { MAX_IGNORE_BYTES } from "./folder-rules.ts";
import { parseIgnoreFile, type Rule } from "./ignore-rules.ts";

export async function readGlobalIgnore(env: Environment): Promise<readonly Rule[]> {
  const home = homeFolder(env);
  if (home === undefined) return [];
  const settings = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "git");
  const named =
    excludesFileIn(await read(join(home, ".gitconfig"))) ??
    excludesFileIn(await read(join(settings, "config")));
  const file = named === undefined ? join(settings, "ignore") : named.replace(/^~(?=\/)/, () => home);
  return parseIgnoreFile(await read(file));
}

/** Only what stands in the file itself, as ripgrep reads it: included files are not followed. */
function excludesFileIn(text: string): string | undefined {
  return /^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$/im.exec(text)?.[1];
}

async function read(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    return size > MAX_IGNORE_BYTES ? "" : await readFile(file, "utf8");
  } catch {
    return ""; // there is none, or it is closed to us
  }
}
