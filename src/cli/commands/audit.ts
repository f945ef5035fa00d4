/** `tackle audit` and `tackle audit verify`: what happened, who decided it, and whether that record is whole. */
import type { StoredAuditEvent } from "../../store/audit-trail/event.ts";
import type { Command } from "../command.ts";
import { withStore } from "../open-store.ts";
import { names, renderTable } from "../output/table.ts";
import { tooManyWords } from "../read-config.ts";
import { noSubcommand } from "../subcommands.ts";
import { sinceOf, SINCE_OPTION } from "../since.ts";
import { readWholeNumber } from "../whole-number.ts";

export const auditCommand: Command = {
  usage: ["audit", "audit verify"],
  description:
    "Shows the audit trail: every call, and what persons approved, each linked to the one before by a hash.\n" +
    "'audit verify' checks the links; exit code 1 when something was edited, removed or cut off.",
  options: {
    ...SINCE_OPTION,
    server: { type: "string", value: "NAME", description: "Only events of this server" },
    lines: { type: "string", short: "n", value: "N", description: "How many (default: 50)" },
  },
  examples: [
    ["tackle audit --since 24h", "the last day"],
    ["tackle audit verify", "is it whole?"],
  ],
  async run(invocation) {
    const { words, options, terminal } = invocation;
    const [verb, ...others] = words;
    if (verb !== undefined && verb !== "verify") throw noSubcommand("audit", verb);
    if (others.length > 0) throw tooManyWords(others, "audit verify");
    return withStore(invocation, async (store) => {
      if (verb === "verify") {
        const verdict = await store.audit.verify();
        const human = verdict.isIntact
          ? `${terminal.style("green", "ok")}  ${verdict.events} events, every link holds`
          : `${terminal.style("red", "broken")}  event ${verdict.seq}: ${verdict.message}`;
        return { json: verdict, human, exitCode: verdict.isIntact ? 0 : 1 };
      }
      const server = options.text("server");
      const limit = readWholeNumber(options, { name: "lines", least: 1 }) ?? 50;
      const events = store.audit.read({
        since: sinceOf(options),
        limit,
        ...(server === undefined ? undefined : { server }),
      });
      const rows = events.map(({ time, type, subject, target, outcome }) => [
        new Date(time).toISOString(),
        type,
        `${subject.kind} ${subject.name}`,
        describeTarget(target),
        outcome ?? "",
      ]);
      const human =
        events.length === 0
          ? "Nothing yet."
          : renderTable({ columns: [names("TIME"), "EVENT", "BY", names("ON"), "OUTCOME"], rows }, terminal);
      return { json: events, human };
    });
  },
};

/** A tool by its name alone; what is something else says so. */
function describeTarget(target: StoredAuditEvent["target"] = {}): string {
  const { server, tool, token, ...others } = target;
  const other = Object.entries(others).map(([kind, name]) => `${kind} ${name}`);
  return [server, tool, token, ...other].filter((part) => part !== undefined && part !== "").join(" ");
}
