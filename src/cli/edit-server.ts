/** Finds the file that an existing server stands in and edits it there. */
import type { Config, ConfiguredServer } from "../config/config.ts";
import { editConfigFile, type ServerEdit } from "../config/edit-file.ts";
import { fileToEdit } from "../config/find-sources.ts";
import { TackleError } from "../errors.ts";
import type { Invocation, Option } from "./command.ts";
import { readConfig, serverNamed } from "./read-config.ts";

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
  readonly file: string;
  readonly before: ConfiguredServer;
}

export async function editServer(
  invocation: Invocation,
  name: string,
  editFor: (server: ConfiguredServer) => ServerEdit,
): Promise<EditedServer> {
  const config = await readConfig(invocation);
  const server = serverNamed(config, name);
  const file = fileOf(config, server, invocation);
  await editConfigFile(file, editFor(server), invocation.surroundings.env);
  return { file, before: server };
}

function fileOf(config: Config, server: ConfiguredServer, { options, surroundings }: Invocation): string {
  const scope = options.text("scope");
  if (scope === "user" || scope === "project") {
    const holder = config.sources.find(
      (source) => source.scope === scope && source.serverNames.includes(server.name),
    );
    return holder?.file ?? fileToEdit(scope, surroundings);
  }
  if (server.origin.scope === "environment") {
    throw new TackleError({
      code: "config",
      message: `Server '${server.name}' comes from the variable ${server.origin.file}, which cannot be edited`,
      hint: "Change the variable where it is set.",
    });
  }
  return server.origin.file;
}
