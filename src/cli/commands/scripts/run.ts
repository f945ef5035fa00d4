/** `tackle scripts run NAME key=value…`: a call like any other, with what the script prints on stderr. */
import type { Config } from "../../../config/config.ts";
import { TackleError } from "../../../errors.ts";
import { isScriptsServer } from "../../../box/code/script-calls.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { withBox } from "../../open-box.ts";
import { presentCall } from "../../output/present-call.ts";
import { checkOutputFolder } from "../../output/save-binaries.ts";
import { readArguments } from "../../read-arguments.ts";
import { readConfig } from "../../read-config.ts";
import { scriptNamed } from "./show.ts";
import { missingWord } from "../../missing-word.ts";

export async function runScript(invocation: Invocation): Promise<CommandResult> {
  const [name, ...words] = [...invocation.words, ...(invocation.rest ?? [])];
  if (name === undefined) throw missingWord("name of a script", "scripts run NAME key=value…");
  const { parameters } = scriptNamed(invocation, name);
  checkOutputFolder(invocation);
  const args = await readArguments(invocation, words, parameters);
  const config = await readConfig(invocation);
  const server = serverOf(config);
  return withBox(invocation, config, async (box, signal) => {
    await box.startLazily();
    box.on("server-notification", ({ server: from, method, params }) => {
      if (from === server && method === "notifications/message") print(invocation, params["data"]);
    });
    return presentCall(await box.call({ server, tool: name }, args, { signal }), invocation, box);
  });
}

/** The server that offers scripts may have an entry of its own, under any name. */
function serverOf({ servers }: Config): string {
  for (const server of servers.values())
    if (server.status === "valid" && isScriptsServer(server.definition)) return server.name;
  throw new TackleError({
    code: "config",
    message: "The scripts are not offered: another server is called 'scripts'",
    hint: `Rename that one, or add {"type": "inprocess", "builtin": "scripts"} under another name.`,
  });
}

function print({ terminal }: Invocation, line: unknown): void {
  terminal.stderr.write(`${toTerminalText(String(line), { keepNewlines: true })}\n`);
}
