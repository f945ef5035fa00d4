/** `tackle status`: starts every server that may run, shows how each is, and stops them again. */
import type { Config } from "../../config/config.ts";
import { loadDefaults } from "../default-config.ts";
import type { ServerStatus } from "../../types.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { withBox } from "../open-box.ts";
import { renderTable } from "../output/table.ts";
import { readConfig } from "../read-config.ts";
import type { Style } from "../terminal.ts";

export const statusCommand: Command = {
  usage: ["status"],
  description:
    "Starts the servers, shows how each is, and stops them. With nothing configured it shows the built-in test server.",
  examples: [
    ["tackle status", "a table for people"],
    ["tackle status --json", "for programs: [{name, state, reason, tools, era, since}]"],
  ],
  async run(invocation) {
    const configured = await readConfig(invocation);
    const isEmpty = configured.servers.size === 0;
    const config: Config = isEmpty ? await loadDefaults(invocation.surroundings) : configured;
    const { terminal } = invocation;
    if (terminal.stderr.isTTY) terminal.stderr.write(`starting ${config.servers.size} servers…\r`);
    return withBox(invocation, config, async (box) => {
      await box.start();
      const statuses = box.status();
      const notes = [
        ...(isEmpty
          ? [
              "Nothing is configured yet, so this is the built-in test server. Add yours: tackle add NAME -- COMMAND ARGS…",
            ]
          : []),
        ...explain(statuses),
      ];
      return { json: statuses.map(asJson), human: render(statuses, terminal.style), notes };
    });
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

function render(statuses: readonly ServerStatus[], style: Style): string {
  const rows = statuses.map(({ name, state, tools, era, protocolVersion }) => [
    name,
    state,
    state === "ready" || tools > 0 ? String(tools) : "",
    era === undefined ? "" : `${era} ${protocolVersion ?? ""}`,
  ]);
  return renderTable(["SERVER", "STATE", "TOOLS", "PROTOCOL"], rows, style);
}

/** One line for each server that is not as it should be. */
function explain(statuses: readonly ServerStatus[]): string[] {
  return statuses.flatMap(({ name, state, reason, hint }) => {
    if (reason === undefined || state === "disabled") return [];
    const text = [reason, hint].filter((part) => part !== undefined).join(" ");
    return [`${toTerminalText(name)}: ${toTerminalText(text, { keepNewlines: true })}`];
  });
}
