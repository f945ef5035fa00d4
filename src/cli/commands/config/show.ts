/** `tackle config show`: the sources in order and which server came from which. */
import type { Config } from "../../../config/config.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { summarise } from "../../describe-server.ts";
import { renderProblems } from "../../output/problems.ts";
import { renderTable } from "../../output/table.ts";
import { noWords, readConfig, trustRules } from "../../read-config.ts";

export async function showConfig(invocation: Invocation): Promise<CommandResult> {
  noWords(invocation, "config show");
  const config = await readConfig(invocation);
  const view = { rules: trustRules(invocation), redactor: invocation.redactor };
  const servers = [...config.servers.values()].map((server) => ({
    ...summarise(server, view),
    shadows: server.shadows,
  }));
  const { style } = invocation.terminal;
  const rows = servers.map(({ name, type, status, file, line, shadows }) => [
    name,
    type ?? "?",
    status,
    `${file}:${line}`,
    shadows.map((origin) => `${origin.file}:${origin.line}`).join(", "),
  ]);
  const human = [
    renderTable(["SOURCE", "FILE", "SERVERS"], sourceRows(config), style),
    renderTable(["SERVER", "TYPE", "STATUS", "FROM", "HIDES"], rows, style),
    renderProblems(config.problems, style),
  ];
  const sources = config.sources.map(({ scope, file, format, serverNames }) => ({
    scope,
    file,
    format,
    servers: serverNames,
  }));
  return {
    json: { sources, servers, settings: config.settings, problems: config.problems },
    human: human.filter((part) => part !== "").join("\n\n"),
  };
}

function sourceRows(config: Config): string[][] {
  if (config.sources.length === 0) return [["none", "", "0"]];
  return config.sources.map(({ scope, file, serverNames }) => [scope, file, String(serverNames.length)]);
}
