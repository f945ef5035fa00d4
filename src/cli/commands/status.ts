/** `tackle status`: starts every server that may run, shows how each is, and stops them again. */
import type { Config } from "../../config/config.ts";
import { loadDefaults } from "../default-config.ts";
import type { ServerStatus } from "../../types.ts";
import type { Command } from "../command.ts";
import { withBox } from "../open-box.ts";
import { countOf } from "../output/count-of.ts";
import { explainStatus } from "../output/explain-status.ts";
import { renderProblems } from "../output/problems.ts";
import { showProgress } from "../output/progress.ts";
import { names, renderTable } from "../output/table.ts";
import { fileMistakes, noWords, readConfig } from "../read-config.ts";
import type { Terminal } from "../terminal.ts";
import { warnAboutServers } from "../warn-about-servers.ts";

const NOTHING_YET =
  "Nothing is configured yet, so these are built-in servers. Add yours: tackle add NAME -- COMMAND ARGS…";

export const statusCommand: Command = {
  usage: ["status"],
  description:
    "Starts the servers, shows how each is, and stops them. With nothing configured it shows built-in servers.\n" +
    "A server that does not run is a line of the table; the exit code is 0 all the same.",
  examples: [
    ["tackle status", "a table for people"],
    ["tackle status --json", "for programs: [{name, state, reason, tools, era, since}]"],
  ],
  async run(invocation) {
    noWords(invocation, "status");
    const configured = await readConfig(invocation);
    const isEmpty = configured.servers.size === 0;
    const config: Config = isEmpty ? await loadDefaults(invocation.surroundings) : configured;
    const { terminal, options } = invocation;
    const mistakes = fileMistakes(config);
    warnAboutServers(invocation, config);
    const hideProgress = showProgress(terminal, `starting ${countOf(config.servers.size, "server")}…`);
    const statuses = await withBox(invocation, config, async (box) => {
      await box.start();
      return box.status();
    }).finally(hideProgress);
    // The reasons are in the JSON, too.
    const reasons = options.flag("json") ? [] : statuses.flatMap((status) => explainStatus(status) ?? []);
    const notes = [
      isEmpty ? NOTHING_YET : [],
      reasons,
      mistakes.length > 0 ? renderProblems(mistakes, terminal.stderrStyle) : [],
    ].flat();
    return { json: statuses.map(asJson), human: render(statuses, terminal), notes };
  },
};

function asJson({ since, reason, era, hint, protocolVersion, ...status }: ServerStatus): object {
  return {
    ...status,
    reason: reason ?? null,
    hint: hint ?? null,
    era: era ?? null,
    protocolVersion: protocolVersion ?? null,
    since: new Date(since).toISOString(),
  };
}

function render(statuses: readonly ServerStatus[], terminal: Terminal): string {
  const rows = statuses.map(({ name, state, tools, era, protocolVersion }) => [
    name,
    state,
    state === "ready" || tools > 0 ? String(tools) : "",
    era === undefined ? "" : `${era} ${protocolVersion ?? ""}`,
  ]);
  return renderTable({ columns: [names("SERVER"), "STATE", "TOOLS", "PROTOCOL"], rows }, terminal);
}
