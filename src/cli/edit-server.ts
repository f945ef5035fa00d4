/** Finds the files that existing servers stand in and edits them there. */
import type { Config } from "../config/config.ts";
import { editConfigFile, type ServerEdit } from "../config/edit-file.ts";
import { fileToEdit } from "../config/find-sources.ts";
import { loadConfig } from "../config/load-config.ts";
import { TackleError } from "../errors.ts";
import type { Origin } from "../types.ts";
import { isSkill } from "../util/skills/is-skill.ts";
import type { Invocation, Option } from "./command.ts";
import { placeOf } from "./output/place-of.ts";
import { readConfig, serverNamed } from "./read-config.ts";
import { readSwitchState, type SwitchState } from "./switch-state.ts";

export const SCOPE_OPTION = {
  scope: {
    type: "string",
    short: "s",
    value: "user|project",
    choices: ["user", "project"],
    description: "Which configuration to change (default: the one the server comes from)",
  },
} as const satisfies Record<string, Option>;

export interface EditedServer {
  readonly name: string;
  readonly file: string;
  /** The entry in that file after the edit. */
  readonly after: SwitchState;
  /** The entry of this name that is in use after the edits: in this file, in another one, or none. */
  readonly inUse: Origin | undefined;
}

/** Every name is looked up before the first file is touched, so that a misspelt one leaves all as it was. */
export async function editServers(
  invocation: Invocation,
  names: readonly string[],
  editFor: (name: string, before: SwitchState) => ServerEdit,
): Promise<readonly EditedServer[]> {
  const { surroundings } = invocation;
  const config = await readConfig(invocation);
  const places = names.map((name) => ({ name, file: fileOf(config, name, invocation) }));
  const edited: Omit<EditedServer, "inUse">[] = [];
  for (const { name, file } of places) {
    const before = await readSwitchState(file, name);
    await editConfigFile(file, editFor(name, before), surroundings.env);
    edited.push({ name, file, after: await readSwitchState(file, name) });
  }
  const { servers } = await loadConfig(surroundings);
  return edited.map((edit) => ({ ...edit, inUse: servers.get(edit.name)?.origin }));
}

function fileOf(config: Config, name: string, { options, surroundings }: Invocation): string {
  const server = serverNamed(config, name);
  const { origin } = server;
  const scope = options.text("scope");
  if (scope === "user" || scope === "project") {
    const holder = config.sources.find(
      (source) => source.scope === scope && source.serverNames.includes(name),
    );
    if (holder !== undefined) return holder.file;
    throw new TackleError({
      code: "not-found",
      message: `There is no server '${name}' in the ${scope}'s configuration, ${fileToEdit(scope, surroundings)}`,
      hint: `It is defined in ${placeOf(origin)}.`,
    });
  }
  if (origin.scope === "environment") {
    throw new TackleError({
      code: "config",
      message: `Server '${name}' comes from the variable ${origin.file}, which cannot be edited`,
      hint: "Change the variable where it is set.",
    });
  }
  const source = config.sources.find(({ file }) => file === origin.file);
  if (source === undefined && server.status === "valid" && isSkill(server.definition)) {
    throw new TackleError({
      code: "config",
      message: `'${name}' is the skill ${origin.file}, which no configuration file names`,
      hint: `Remove its folder, or switch it off: tackle add-json ${name} '{"type": "skill", "enabled": false}'`,
    });
  }
  if (source?.inlineText !== undefined) {
    throw new TackleError({
      code: "config",
      message: `Server '${name}' has no entry: it is there because of the files in ${origin.file}`,
      hint: `An entry of its own takes its place: tackle add-json ${name} '{"type": "inprocess", "enabled": false}'`,
    });
  }
  return origin.file;
}
