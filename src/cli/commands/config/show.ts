/** `tackle config show`: the sources in order and which server came from which. */
import { checkNames } from "../../../config/check-names.ts";
import type { Config } from "../../../config/config.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { summarise } from "../../describe-server.ts";
import { renderProblems } from "../../output/problems.ts";
import { names, renderTable } from "../../output/table.ts";
import { noWords, readConfig, trustRules } from "../../read-config.ts";

export async function showConfig(invocation: Invocation): Promise<CommandResult> {
  noWords(invocation, "config show");
  const config = await readConfig(invocation);
  const problems = [...config.problems, ...checkNames(config)];
  const view = { rules: trustRules(invocation), redactor: invocation.redactor };
  const servers = [...config.servers.values()].map((server) => ({
    ...summarise(server, view),
    shadows: server.shadows,
  }));
  const { terminal } = invocation;
  const rows = servers.map(({ name, type, status, file, line, shadows }) => [
    name,
    type ?? "?",
    status,
    `${file}:${line}`,
    shadows.map((origin) => `${origin.file}:${origin.line}`).join(", "),
  ]);
  const human = [
    renderTable({ columns: ["SOURCE", "FILE", "SERVERS"], rows: sourceRows(config) }, terminal),
    renderTable({ columns: [names("SERVER"), "TYPE", "STATUS", "FROM", "HIDES"], rows }, terminal),
    renderProblems(problems, terminal.style),
  ];
  const sources = config.sources.map(({ scope, file, format, serverNames }) => ({
    scope,
    file,
    format,
    servers: serverNames,
  }));
  return {
    json: { sources, servers, settings: config.settings, problems },
    human: human.filter((part) => part !== "").join("\n\n"),
  };
}

function sourceRows(config: Config): string[][] {
  if (config.sources.length === 0) return [["none", "", "0"]];
  return config.sources.map(({ scope, file, serverNames }) => [scope, file, String(serverNames.length)]);
}
