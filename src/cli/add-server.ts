/** What `add` and `add-json` share: check the new server, write it, approve it where that is needed, say what happened. */
import { checkServer } from "../config/check-server.ts";
import { editConfigFile, type WrittenServer } from "../config/edit-file.ts";
import { fileToEdit } from "../config/find-sources.ts";
import { loadConfig } from "../config/load-config.ts";
import { TackleError } from "../errors.ts";
import { fingerprint } from "../gate/trust.ts";
import { approveServers } from "../store/approve-servers.ts";
import { toTerminalText } from "../util/terminal-text.ts";
import type { CommandResult, Invocation, Option } from "./command.ts";

export const PLACE_OPTIONS = {
  scope: {
    type: "string",
    short: "s",
    value: "user|project",
    choices: ["user", "project"],
    description: "Which configuration to write (default: user, or the file of --config)",
  },
  force: { type: "boolean", description: "Replace a server of the same name" },
} as const satisfies Record<string, Option>;

export async function addServer(
  invocation: Invocation,
  name: string,
  server: WrittenServer,
): Promise<CommandResult> {
  const { surroundings, options } = invocation;
  const problems = await checkServer(name, server, surroundings);
  const errors = problems.filter((problem) => problem.severity === "error");
  if (errors.length > 0) {
    const message = errors.map((problem) => problem.message).join("\n");
    throw new TackleError({ code: "usage", message, hint: errors[0]?.fix ?? "Nothing was written." });
  }

  const file = targetFile(invocation);
  await editConfigFile(file, { kind: "add", name, server, replace: options.flag("force") }, surroundings.env);
  await approveIfProjects(invocation, name, file);

  const notes = problems.map(
    (problem) => `${invocation.terminal.style("yellow", "warning")}  ${toTerminalText(problem.message)}`,
  );
  const human = `Added '${toTerminalText(name)}' to ${file}`;
  return { json: { name, file, added: true }, human, notes };
}

/** The file of --config, else the one of the scope. */
export function targetFile({ surroundings, options }: Invocation): string {
  const [named] = surroundings.configFiles ?? [];
  const scope = options.text("scope");
  if (scope === undefined && named !== undefined) return named;
  return fileToEdit(scope === "project" ? "project" : "user", surroundings);
}

/** Whoever typed the definition has approved it; asking for the same words again would teach people to say yes. */
async function approveIfProjects(invocation: Invocation, name: string, file: string): Promise<void> {
  const { env } = invocation.surroundings;
  const server = (await loadConfig(invocation.surroundings)).servers.get(name);
  if (server?.status !== "valid" || server.origin.scope !== "project" || server.origin.file !== file) return;
  await approveServers(env, [
    { fingerprint: fingerprint(server.subject), name, file, approvedAt: new Date().toISOString() },
  ]);
}
