/** `tackle status`: how each server is at the running gateway; where there is none, they are started, and stopped again. */
import { offeredStatus, type OfferedStatus } from "../../box/offered-status.ts";
import type { Config } from "../../config/config.ts";
import { loadDefaults } from "../default-config.ts";
import type { ServerStatus } from "../../types.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, Invocation } from "../command.ts";
import { withBox } from "../open-box.ts";
import { countOf } from "../output/count-of.ts";
import { explainStatus } from "../output/explain-status.ts";
import { renderProblems } from "../output/problems.ts";
import { showProgress } from "../output/progress.ts";
import { names, renderTable } from "../output/table.ts";
import { fileMistakes, noWords, readConfig } from "../read-config.ts";
import type { Terminal } from "../terminal.ts";
import { findStatus } from "./serve/find-gateway.ts";
import { warnAboutServers } from "../warn-about-servers.ts";

const NOTHING_YET =
  "Nothing is configured yet, so these are built-in servers. Add yours: tackle add NAME -- COMMAND ARGS…";

export const statusCommand: Command = {
  usage: ["status"],
  description:
    "Shows how each server is. Where a 'tackle serve' runs with the same configuration, it is asked; else, or with --own, the\n" +
    "servers are started and stopped again. With nothing configured it shows built-in servers.\n" +
    "A server that does not run is a line of the table; the exit code is 0 all the same.",
  options: {
    own: { type: "boolean", description: "Start the servers even if 'tackle serve' runs already" },
  },
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
    const running = options.flag("own") ? undefined : await findStatus(invocation);
    const { servers: statuses, remarks } = running ?? (await startAndLook(invocation, config));
    // The reasons are in the JSON, too.
    const reasons = options.flag("json") ? [] : statuses.flatMap((status) => explainStatus(status) ?? []);
    const notes = [
      running === undefined ? [] : asRunning(running.about.pid),
      isEmpty ? NOTHING_YET : [],
      reasons,
      remarks.map((remark) => toTerminalText(remark)),
      mistakes.length > 0 ? renderProblems(mistakes, terminal.stderrStyle) : [],
    ].flat();
    return { json: statuses.map(asJson), human: render(statuses, terminal), notes };
  },
};

async function startAndLook(invocation: Invocation, config: Config): Promise<OfferedStatus> {
  const hideProgress = showProgress(
    invocation.terminal,
    `starting ${countOf(config.servers.size, "server")}…`,
  );
  return withBox(invocation, config, async (box) => {
    await box.start();
    return offeredStatus(box);
  }).finally(hideProgress);
}

function asRunning(pid: number | undefined): string {
  const process = pid === undefined ? "" : ` (process ${pid})`;
  return `So they are at the running 'tackle serve'${process}; --own starts them once more.`;
}

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
