/** `tackle list`: every configured server, from the files alone; nothing is started. */
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult } from "../command.ts";
import { summarise, type ServerSummary } from "../describe-server.ts";
import { renderProblems } from "../output/problems.ts";
import { names, renderTable } from "../output/table.ts";
import { fileMistakes, noWords, readConfig, trustRules } from "../read-config.ts";
import type { Terminal } from "../terminal.ts";

export const listCommand: Command = {
  usage: ["list"],
  description:
    "Lists the configured servers and where each comes from. It starts none of them; 'tackle status' does.\n" +
    "'tackle ls' is the same.",
  examples: [
    ["tackle list", "a table for people"],
    ["tackle list --json", "for programs: [{name, type, enabled, source, trusted, …}]"],
  ],
  async run(invocation): Promise<CommandResult> {
    noWords(invocation, "list");
    const config = await readConfig(invocation);
    const view = { rules: trustRules(invocation), redactor: invocation.redactor };
    const servers = [...config.servers.values()].map((server) => summarise(server, view));
    const { terminal } = invocation;
    if (servers.length === 0) {
      return { json: [], human: "No servers yet. Add one: tackle add NAME -- COMMAND ARGS…" };
    }
    const mistakes = fileMistakes(config);
    const notes = [
      ...remarks(servers),
      ...(mistakes.length === 0 ? [] : [renderProblems(mistakes, terminal.stderrStyle)]),
    ];
    return { json: servers, human: renderServers(servers, terminal), notes };
  },
};

function renderServers(servers: readonly ServerSummary[], terminal: Terminal): string {
  const rows = servers.map(({ name, type, status, source, target }) => [
    name,
    type ?? "?",
    status,
    source,
    target ?? "",
  ]);
  return renderTable({ columns: [names("NAME"), "TYPE", "STATUS", "SOURCE", "TARGET"], rows }, terminal);
}

/** What is not going to start, why, and what to do about it. */
function remarks(servers: readonly ServerSummary[]): string[] {
  const invalid = servers.filter((server) => server.status === "invalid").map((server) => server.name);
  const untrusted = servers.filter((server) => server.status === "untrusted").map((server) => server.name);
  return [
    invalid.length > 0 ? `Invalid: ${nameList(invalid)}. 'tackle config validate' says why.` : [],
    untrusted.length > 0
      ? `Not started until approved: ${nameList(untrusted)}. See and allow with 'tackle trust', or for one run with --trust-project.`
      : [],
  ].flat();
}

function nameList(list: readonly string[]): string {
  return list.map((name) => toTerminalText(name)).join(", ");
}
