/**
 * The user's saved scripts as a source of configuration: where there are some, the server that offers them is there too. It is
 * the lowest source, so that an entry `scripts` anywhere takes its place, also one that switches it off.
 */
import { readdirSync } from "node:fs";
import { scriptsFolder, type Environment } from "../util/paths.ts";
import type { SourceLocation } from "./find-sources.ts";

/** Its programs have a clock of their own, which stands still while somebody is asked; this one only ends what hangs. */
const TIMEOUT_MS = 600_000;

export function scriptSources(env: Environment): SourceLocation[] {
  const folder = scriptsFolder(env);
  if (folder === undefined || !hasScripts(folder)) return [];
  const scripts = {
    type: "inprocess",
    cwd: folder,
    timeout: TIMEOUT_MS,
    description: "Programs that the user saved",
  };
  return [{ scope: "user", file: folder, inlineText: JSON.stringify({ mcpServers: { scripts } }) }];
}

function hasScripts(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => /^[^.].*\.(ts|js)$/.test(name));
  } catch {
    return false; // there is no such folder, or it is closed to us
  }
}
