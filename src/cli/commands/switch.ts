/** `tackle enable NAME…`, `tackle disable NAME…` and `tackle toggle NAME…`. */
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { editServers, SCOPE_OPTION, type EditedServer } from "../edit-server.ts";
import { placeOf } from "../output/place-of.ts";
import { someNames } from "../read-config.ts";
import type { SwitchState } from "../switch-state.ts";

export const enableCommand: Command = {
  usage: ["enable NAME…"],
  description: "Lets servers start.",
  options: SCOPE_OPTION,
  examples: [["tackle enable files", "switch it on"]],
  run: (invocation) => switchServers(invocation, "enable", () => true),
};

export const disableCommand: Command = {
  usage: ["disable NAME…"],
  description: "Keeps servers from starting, without forgetting them.",
  options: SCOPE_OPTION,
  examples: [
    ["tackle disable files", "switch it off"],
    ["tackle disable files docs", "switch both off"],
  ],
  run: (invocation) => switchServers(invocation, "disable", () => false),
};

export const toggleCommand: Command = {
  usage: ["toggle NAME…"],
  description: "Switches a server off when it is on, and on when it is off.",
  options: SCOPE_OPTION,
  examples: [["tackle toggle files", "switch it over"]],
  run: (invocation) => switchServers(invocation, "toggle", (before) => !before.isOn),
};

async function switchServers(
  invocation: Invocation,
  verb: string,
  decide: (before: SwitchState) => boolean,
): Promise<CommandResult> {
  const names = someNames(invocation, `${verb} NAME…`);
  const edited = await editServers(invocation, names, (name, before) => ({
    kind: "set",
    name,
    field: "enabled",
    value: decide(before),
  }));
  const json = edited.map(({ name, file, after }) => ({ name, file, enabled: after.isOn }));
  const human = edited.map(
    ({ name, file, after }) =>
      `'${toTerminalText(name)}' is ${after.isOn ? "enabled" : "disabled"} in ${file}`,
  );
  return {
    json: json.length === 1 ? json[0] : json,
    human: human.join("\n"),
    notes: edited.flatMap(remarksOn),
  };
}

/** Why the edit may not have the effect that its author expects. */
function remarksOn({ name, file, after, inUse }: EditedServer): string[] {
  const shown = toTerminalText(name);
  return [
    after.isOn && after.fileSwitch !== undefined
      ? `'${shown}' still does not start: '${after.fileSwitch}' is false in ${file}, which switches the whole file off.`
      : [],
    inUse !== undefined && inUse.file !== file
      ? `Another '${shown}', in ${placeOf(inUse)}, hides this entry; that one is as it was.`
      : [],
  ].flat();
}
