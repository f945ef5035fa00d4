/** What `add` and `add-json` share: check the new server, write it, approve it where that is needed, say what happened. */
import { resolve } from "node:path";
import { checkServer } from "../config/check-server.ts";
import type { ValidServer } from "../config/config.ts";
import { editConfigFile, type WrittenServer } from "../config/edit-file.ts";
import { fileToEdit } from "../config/find-sources.ts";
import { loadConfig } from "../config/load-config.ts";
import { TackleError } from "../errors.ts";
import { fingerprint } from "../gate/trust.ts";
import { approveServers } from "../store/approve-servers.ts";
import { toTerminalText } from "../util/terminal-text.ts";
import { remarksOnAdded } from "./added-remarks.ts";
import type { CommandResult, Invocation, Option } from "./command.ts";
import { checkServerName } from "./server-name.ts";

export const PLACE_OPTIONS = {
  scope: {
    type: "string",
    short: "s",
    value: "user|project",
    choices: ["user", "project"],
    description: "Which configuration to write (default: user, or the file of --config or TACKLE_CONFIG)",
  },
  force: { type: "boolean", description: "Replace a server of the same name" },
} as const satisfies Record<string, Option>;

export async function addServer(
  invocation: Invocation,
  name: string,
  server: WrittenServer,
): Promise<CommandResult> {
  const { surroundings, options, terminal } = invocation;
  checkServerName(name);
  const file = targetFile(invocation);
  const scope = options.text("scope") === "project" ? "project" : "user";
  const problems = await checkServer(name, server, surroundings, { scope, file });
  const errors = problems.filter((problem) => problem.severity === "error");
  if (errors.length > 0) {
    const message = errors.map((problem) => problem.message).join("\n");
    throw new TackleError({ code: "usage", message, hint: errors[0]?.fix ?? "Nothing was written." });
  }

  await editConfigFile(file, { kind: "add", name, server, replace: options.flag("force") }, surroundings.env);
  const inUse = (await loadConfig(surroundings)).servers.get(name);
  if (inUse?.status === "valid" && inUse.origin.file === file) await approveIfProjects(invocation, inUse);

  const warning = terminal.stderrStyle("yellow", "warning");
  const notes = [
    ...problems.map((problem) => `${warning}  ${toTerminalText(problem.message)}`),
    ...(await remarksOnAdded({ name, file, server, inUse })),
  ];
  const human = `Added '${toTerminalText(name)}' to ${file}`;
  return { json: { name, file, added: true }, human, notes };
}

/** The file of --config or TACKLE_CONFIG, else the one of the scope. Always absolute: it is shown to people elsewhere. */
export function targetFile({ surroundings, options }: Invocation): string {
  const { configFiles = [], env, cwd } = surroundings;
  const named = configFiles[0] ?? env["TACKLE_CONFIG"];
  const scope = options.text("scope");
  if (scope === undefined && named !== undefined && named !== "") return resolve(cwd, named);
  return fileToEdit(scope === "project" ? "project" : "user", surroundings);
}

/** Whoever typed the definition has approved it; asking for the same words again would teach people to say yes. */
async function approveIfProjects(
  { surroundings }: Invocation,
  { name, origin, subject }: ValidServer,
): Promise<void> {
  if (origin.scope !== "project") return;
  const approvedAt = new Date().toISOString();
  await approveServers(surroundings.env, [
    { fingerprint: fingerprint(subject), name, file: origin.file, approvedAt },
  ]);
}
