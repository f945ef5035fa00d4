/** `tackle scripts show NAME`: a script as it is in its file. */
import { TackleError } from "../../../errors.ts";
import { noScript } from "../../../servers/scripts/save-script.ts";
import { readScriptNamed } from "../../../servers/scripts/script-folder.ts";
import type { Script } from "../../../servers/scripts/script.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { tooManyWords } from "../../read-config.ts";
import { folderOf } from "./folder.ts";
import { missingWord } from "../../missing-word.ts";

export async function showScript(invocation: Invocation): Promise<CommandResult> {
  const [name, ...others] = invocation.words;
  if (name === undefined) throw missingWord("name of a script", "scripts show NAME");
  if (others.length > 0) throw tooManyWords(others, "scripts show NAME");
  const { description, parameters, file, code } = scriptNamed(invocation, name);
  const json = { name, description: description ?? null, parameters, file, code };
  return { json, human: toTerminalText(code.trimEnd(), { keepNewlines: true }) };
}

/** Throws when there is none, or its file cannot be offered. */
export function scriptNamed(invocation: Invocation, name: string): Script {
  const folder = folderOf(invocation);
  const script = readScriptNamed(folder, name);
  if (script === undefined) throw noScript(folder, name);
  if ("code" in script) return script;
  const { file, line, message } = script;
  throw new TackleError({
    code: "config",
    message: `${file}:${line}: ${message}`,
    hint: "Correct the file.",
  });
}
