/** `tackle remove NAME`. */
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { editServer, SCOPE_OPTION } from "../edit-server.ts";
import { oneName } from "../read-config.ts";

export const removeCommand: Command = {
  usage: ["remove NAME"],
  description:
    "Removes a server from the file that it stands in. Everything else in the file stays as it is.",
  options: SCOPE_OPTION,
  examples: [["tackle remove files", "forget the server 'files'"]],
  async run(invocation) {
    const name = oneName(invocation, "remove NAME");
    const { file, before } = await editServer(invocation, name, () => ({ kind: "remove", name }));
    const next = before.shadows[0];
    const notes =
      next === undefined
        ? []
        : [`'${toTerminalText(name)}' is still defined in ${next.file}, line ${next.line}.`];
    return {
      json: { name, file, removed: true },
      human: `Removed '${toTerminalText(name)}' from ${file}`,
      notes,
    };
  },
};
