/** `tackle enable NAME`, `tackle disable NAME` and `tackle toggle NAME`. */
import type { ConfiguredServer } from "../../config/config.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { editServer, SCOPE_OPTION } from "../edit-server.ts";
import { oneName } from "../read-config.ts";

export const enableCommand: Command = {
  usage: ["enable NAME"],
  description: "Lets a server start.",
  options: SCOPE_OPTION,
  examples: [["tackle enable files", "switch it on"]],
  run: (invocation) => switchServer(invocation, "enable", () => true),
};

export const disableCommand: Command = {
  usage: ["disable NAME"],
  description: "Keeps a server from starting, without forgetting it.",
  options: SCOPE_OPTION,
  examples: [["tackle disable files", "switch it off"]],
  run: (invocation) => switchServer(invocation, "disable", () => false),
};

export const toggleCommand: Command = {
  usage: ["toggle NAME"],
  description: "Switches a server off when it is on, and on when it is off.",
  options: SCOPE_OPTION,
  examples: [["tackle toggle files", "switch it over"]],
  run: (invocation) => switchServer(invocation, "toggle", (server) => !isEnabled(server)),
};

async function switchServer(
  invocation: Invocation,
  verb: string,
  decide: (server: ConfiguredServer) => boolean,
): Promise<CommandResult> {
  const name = oneName(invocation, `${verb} NAME`);
  let enabled = true;
  const { file } = await editServer(invocation, name, (server) => {
    enabled = decide(server);
    return { kind: "set", name, field: "enabled", value: enabled };
  });
  const human = `'${toTerminalText(name)}' is ${enabled ? "enabled" : "disabled"} in ${file}`;
  return { json: { name, file, enabled }, human };
}

function isEnabled(server: ConfiguredServer): boolean {
  return server.status === "valid" ? server.definition.enabled : server.enabled;
}
