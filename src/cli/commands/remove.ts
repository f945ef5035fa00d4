/** `tackle remove NAME…`. */
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { editServers, SCOPE_OPTION } from "../edit-server.ts";
import { placeOf } from "../output/place-of.ts";
import { someNames } from "../read-config.ts";

export const removeCommand: Command = {
  usage: ["remove NAME…"],
  description:
    "Removes servers from the file that they stand in. Everything else in the file stays as it is.\n" +
    "'tackle rm' is the same.",
  options: SCOPE_OPTION,
  examples: [
    ["tackle remove files", "forget the server 'files'"],
    ["tackle remove files docs", "forget both"],
  ],
  async run(invocation) {
    const names = someNames(invocation, "remove NAME…");
    const edited = await editServers(invocation, names, (name) => ({ kind: "remove", name }));
    const json = edited.map(({ name, file }) => ({ name, file, removed: true }));
    const human = edited.map(({ name, file }) => `Removed '${toTerminalText(name)}' from ${file}`);
    const notes = edited.flatMap(({ name, inUse }) =>
      inUse === undefined ? [] : [`'${toTerminalText(name)}' is still defined in ${placeOf(inUse)}.`],
    );
    return { json: json.length === 1 ? json[0] : json, human: human.join("\n"), notes };
  },
};
