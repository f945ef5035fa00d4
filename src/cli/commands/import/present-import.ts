/** What an import found and did: a table or a sentence on stdout, and on stderr what a person should know of each server. */
import type { CollectedServers } from "../../../config/import-clients/collect-servers.ts";
import type { PlannedServer } from "../../../config/import-clients/plan-import.ts";
import type { Redactor } from "../../../util/redact.ts";
import { quoteWords } from "../../../util/split-words.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { renderProblems } from "../../output/problems.ts";
import { names, renderTable } from "../../output/table.ts";
import { remarksOn, remarksOnAll } from "./remarks.ts";

export interface ImportOutcome {
  readonly planned: readonly PlannedServer[];
  readonly collected: CollectedServers;
  /** Added, or to be added. */
  readonly chosen: readonly PlannedServer[];
  readonly mode: "listed" | "dry-run" | "added";
  readonly invocation: Invocation;
}

export function presentImport(outcome: ImportOutcome): CommandResult {
  const { planned, collected, chosen, mode, invocation } = outcome;
  const { terminal, options } = invocation;
  const problems = collected.files.flatMap((file) => file.problems);
  const shown = mode === "listed" ? planned.filter(({ verdict }) => verdict === "new") : chosen;
  const notes = [
    ...shown.flatMap((server) => remarksOn(server, mode)),
    ...remarksOnAll(outcome),
    ...(problems.length === 0 ? [] : [renderProblems(problems, terminal.stderrStyle)]),
  ];
  const isAskedFor = options.texts("from").length > 0;
  const hasFailed = isAskedFor && problems.some(({ severity }) => severity === "error");
  return { json: jsonOf(outcome), human: humanOf(outcome), notes, exitCode: hasFailed ? 1 : 0 };
}

function jsonOf({ planned, collected, chosen, mode }: ImportOutcome): unknown {
  const isWritten = mode === "added";
  return {
    dryRun: mode === "dry-run",
    added: isWritten ? chosen.map(({ as }) => as) : [],
    servers: planned.map((server) => ({
      name: server.as,
      originalName: server.name,
      client: server.client,
      file: server.file,
      line: server.line,
      status: server.verdict,
      reason: server.reason ?? null,
      target: server.target.file,
      scope: server.target.scope,
      added: isWritten && chosen.includes(server),
      dropped: server.dropped.map(({ field, reason }) => ({ field, reason: reason ?? null })),
      notes: server.notes,
      plainSecrets: server.secrets,
    })),
    files: collected.files.map(({ client, file, servers }) => ({
      client: client.id,
      file,
      servers: servers.length,
    })),
    problems: collected.files.flatMap((file) => file.problems),
  };
}

function humanOf({ planned, collected, chosen, mode, invocation }: ImportOutcome): string {
  if (planned.length === 0) {
    const looked = collected.files.length === 0 ? "No configuration of another client was found." : "";
    return looked === "" ? "The configurations of other clients hold no servers." : looked;
  }
  const { terminal, redactor } = invocation;
  if (mode === "listed") {
    const rows = planned.map((server) => {
      const [name = "", client = "", target = ""] = rowOf(server, redactor);
      return [name, client, server.verdict, target];
    });
    const table = renderTable({ columns: [names("NAME"), "CLIENT", "STATUS", "TARGET"], rows }, terminal);
    const hasNew = planned.some(({ verdict }) => verdict === "new");
    return hasNew
      ? `${table}\n\nTo add what is new: tackle import --all   of one client: --from CLIENT   some: tackle import NAME…`
      : `${table}\n\nThere is nothing new to add.`;
  }
  if (chosen.length === 0) return "Nothing was added: there is nothing new, or nothing was chosen.";
  const files = [...new Set(chosen.map(({ target }) => target.file))];
  const lines = files.map((file) => {
    const added = chosen.filter(({ target }) => target.file === file).map(({ as }) => toTerminalText(as));
    return `${mode === "dry-run" ? "Would add" : "Added"} to ${toTerminalText(file)}: ${added.join(", ")}`;
  });
  return lines.join("\n");
}

/** Name, client and target, without secrets. */
export function rowOf(
  { as, label, server, isProjects }: PlannedServer,
  redactor: Redactor,
): readonly string[] {
  const words = [server["command"] ?? server["url"] ?? "", server["args"] ?? []].flat().map(String);
  const target = server["url"] === undefined ? quoteWords(words) : (words[0] ?? "");
  return [as, isProjects ? `${label} (project)` : label, redactor.text(target)];
}
