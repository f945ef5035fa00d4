/** `tackle scripts remove NAME…`. */
import { TackleError } from "../../../errors.ts";
import { noScript, removeScript } from "../../../servers/scripts/save-script.ts";
import { readScriptNamed } from "../../../servers/scripts/script-folder.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { folderOf } from "./folder.ts";

export async function removeScripts(invocation: Invocation): Promise<CommandResult> {
  const names = [...new Set(invocation.words)];
  const folder = folderOf(invocation);
  if (names.length === 0)
    throw new TackleError({
      code: "usage",
      message: "The name of a script is missing",
      hint: "Usage: tackle scripts remove NAME…",
    });
  // Every name is looked up before the first file goes, so that a misspelt one leaves all as it was.
  for (const name of names) if (readScriptNamed(folder, name) === undefined) throw noScript(folder, name);
  const removed = [];
  for (const name of names) removed.push({ name, files: await removeScript(folder, name), removed: true });
  const human = removed.map(({ name }) => `Removed '${toTerminalText(name)}'`).join("\n");
  return { json: removed.length === 1 ? removed[0] : removed, human };
}
