/** The folder of the user's scripts, for commands that need it to be somewhere. */
import { TackleError } from "../../../errors.ts";
import { scriptsFolder } from "../../../util/paths.ts";
import type { Invocation } from "../../command.ts";

export function folderOf({ surroundings }: Invocation): string {
  const folder = scriptsFolder(surroundings.env);
  if (folder !== undefined) return folder;
  throw new TackleError({
    code: "config",
    message: "There is no folder for scripts: HOME is not an absolute path, and this user has no home",
    hint: "Set HOME or XDG_CONFIG_HOME.",
  });
}
