/** `tackle list`: every configured server, from the files alone; nothing is started. */
import { cutText, toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult } from "../command.ts";
import { summarise, type ServerSummary } from "../describe-server.ts";
import { renderTable } from "../output/table.ts";
import { readConfig, trustRules } from "../read-config.ts";
import type { Style } from "../terminal.ts";

export const listCommand: Command = {
  usage: ["list"],
  description:
    "Lists the configured servers and where each comes from. It starts none of them; 'tackle status' does.",
  examples: [
    ["tackle list", "a table for people"],
    ["tackle list --json", "for programs: [{name, type, enabled, source, trusted, …}]"],
  ],
  async run(invocation): Promise<CommandResult> {
    const config = await readConfig(invocation);
    const view = { rules: trustRules(invocation), redactor: invocation.redactor };
    const servers = [...config.servers.values()].map((server) => summarise(server, view));
    const { style } = invocation.terminal;
    if (servers.length === 0) {
      return { json: [], human: "No servers yet. Add one: tackle add NAME -- COMMAND ARGS…" };
    }
    return { json: servers, human: renderServers(servers, style), notes: remarks(servers) };
  },
};

function renderServers(servers: readonly ServerSummary[], style: Style): string {
  const rows = servers.map(({ name, type, status, source, target }) => [
    name,
    type ?? "?",
    status,
    source,
    cutText(target ?? "", 80),
  ]);
  return renderTable(["NAME", "TYPE", "STATUS", "SOURCE", "TARGET"], rows, style);
}

/** What is not going to start, why, and what to do about it. */
export function remarks(servers: readonly ServerSummary[]): string[] {
  const invalid = servers.filter((server) => server.status === "invalid").map((server) => server.name);
  const untrusted = servers.filter((server) => server.status === "untrusted").map((server) => server.name);
  return [
    invalid.length > 0 ? `Invalid: ${names(invalid)}. 'tackle config validate' says why.` : [],
    untrusted.length > 0
      ? `Not started until approved: ${names(untrusted)}. See and allow with 'tackle trust', or for one run with --trust-project.`
      : [],
  ].flat();
}

function names(list: readonly string[]): string {
  return list.map((name) => toTerminalText(name)).join(", ");
}
