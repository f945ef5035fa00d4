/** How another program starts this one: by its name where that is found, else by the paths of Node and of our own file. */
import { realpathSync } from "node:fs";
import type { Environment } from "../../../util/paths.ts";
import { findProgram } from "../../../util/find-program.ts";

export interface OwnProgram {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ProgramSurroundings {
  readonly env: Environment;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** The file that was started. */
  readonly entry: string;
}

export function ownProgram({ env, cwd, platform, entry }: ProgramSurroundings): OwnProgram {
  const file = realpathSync(entry);
  // On Windows the name stands for a script of the shell, which many clients cannot start.
  if (platform !== "win32" && isOurs(findProgram("tackle", { path: env["PATH"], cwd }), file))
    return { command: "tackle", args: [] };
  return { command: process.execPath, args: [file] };
}

/** Another program may have the same name; another copy of this one may not. */
function isOurs(found: ReturnType<typeof findProgram>, file: string): boolean {
  if (found.kind !== "found") return false;
  const real = realpathSync(found.file);
  return real === file || /[/\\]tacklebox[/\\]dist[/\\]tackle\.js$/.test(real);
}
