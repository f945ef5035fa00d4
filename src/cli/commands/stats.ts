/** `tackle stats`: how often, how fast and how well tools were used. */
import type { Command } from "../command.ts";
import { withStore } from "../open-store.ts";
import { names, renderTable } from "../output/table.ts";
import { noWords } from "../read-config.ts";
import { sinceOf, SINCE_OPTION } from "../since.ts";

export const statsCommand: Command = {
  usage: ["stats"],
  description:
    "Shows how often each tool (resource, prompt) or server was used, how fast it was and how often it failed.",
  options: {
    ...SINCE_OPTION,
    by: {
      type: "string",
      value: "tool|server",
      choices: ["tool", "server"],
      description: "What to count (default: tool)",
    },
  },
  examples: [
    ["tackle stats", "the last 30 days, by tool"],
    ["tackle stats --by server --since 24h --json", "for programs"],
  ],
  async run(invocation) {
    noWords(invocation, "stats");
    const { options, terminal } = invocation;
    return withStore(invocation, (store) => {
      const by = options.text("by") === "server" ? "server" : "tool";
      const rows = store.calls.stats({ by, since: sinceOf(options) });
      const cells = rows.map((row) => [
        row.server,
        row.kind ?? "",
        row.tool ?? "",
        String(row.calls),
        `${(row.errorRate * 100).toFixed(1)} %`,
        milliseconds(row.p50Ms),
        milliseconds(row.p95Ms),
      ]);
      const human =
        rows.length === 0
          ? "No calls yet."
          : renderTable(
              {
                columns: [names("SERVER"), "KIND", names("NAME"), "CALLS", "FAILED", "P50", "P95"],
                rows: cells,
              },
              terminal,
            );
      return { json: rows, human };
    });
  },
};

function milliseconds(value: number | undefined): string {
  return value === undefined ? "" : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}
