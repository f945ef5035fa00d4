/** What a person should know of a server that comes from another client: what is lost, what changed, what is in plain sight. */
import type { PlannedServer } from "../../../config/import-clients/plan-import.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { ImportOutcome } from "./present-import.ts";

type Mode = ImportOutcome["mode"];

export function remarksOn(server: PlannedServer, mode: Mode): string[] {
  const who = `${server.as} (${server.label})`;
  const { file } = server.target;
  const stands = mode === "added" ? `now stands in ${file} too` : `would stand in ${file} too`;
  return [
    ...server.dropped.map(({ field, reason }) =>
      reason === undefined
        ? `'${field}' is not copied: nothing here means the same.`
        : `'${field}' is not copied: ${reason}.`,
    ),
    ...server.notes,
    ...server.secrets.map((field) => `'${field}' holds a secret in plain text, which ${stands}.`),
    ...server.problems.filter(({ severity }) => severity === "warning").map(({ message }) => `${message}.`),
  ].map((remark) => toTerminalText(`${who}: ${remark}`));
}

/** What is not added and why, and what waits for approval. */
export function remarksOnAll({ planned, chosen, collected, mode }: ImportOutcome): string[] {
  const waits = mode === "added" && chosen.some(({ target }) => target.scope === "project");
  return [
    ...planned
      .filter(({ verdict }) => verdict !== "new")
      .map(({ name, label, reason = "" }) => `${name} (${label}) is left out: ${reason}.`),
    ...collected.shared.map((file) => `${file} is in use as it stands: Tacklebox reads it by itself.`),
    ...(waits ? ["Servers of the project start after you approve them: tackle trust"] : []),
  ].map((remark) => toTerminalText(remark));
}
