/** `tackle audit` and `tackle audit verify`: what happened, who decided it, and whether that record is whole. */
import { TackleError } from "../../errors.ts";
import type { StoredAuditEvent } from "../../store/audit-trail/event.ts";
import type { Command } from "../command.ts";
import { withStore } from "../open-store.ts";
import { renderTable } from "../output/table.ts";
import { sinceOf, SINCE_OPTION } from "../since.ts";

export const auditCommand: Command = {
  usage: ["audit", "audit verify"],
  description:
    "Shows the audit trail: every call, and what persons approved, each linked to the one before by a hash.\n" +
    "'audit verify' checks the links; exit code 1 when something was edited, removed or cut off.",
  options: {
    ...SINCE_OPTION,
    server: { type: "string", value: "NAME", description: "Only events of this server" },
    lines: { type: "string", short: "n", value: "N", description: "How many (default 50)" },
  },
  examples: [
    ["tackle audit --since 24h", "the last day"],
    ["tackle audit verify", "is it whole?"],
  ],
  async run(invocation) {
    const { words, options, terminal } = invocation;
    const [verb, ...others] = words;
    if ((verb !== undefined && verb !== "verify") || others.length > 0) {
      throw new TackleError({
        code: "usage",
        message: `There is no 'audit ${words.join(" ")}'`,
        hint: "Use 'audit' or 'audit verify'.",
      });
    }
    return withStore(invocation, async (store) => {
      if (verb === "verify") {
        const verdict = await store.audit.verify();
        const human = verdict.isIntact
          ? `${terminal.style("green", "ok")}  ${verdict.events} events, every link holds`
          : `${terminal.style("red", "broken")}  event ${verdict.seq}: ${verdict.message}`;
        return { json: verdict, human, exitCode: verdict.isIntact ? 0 : 1 };
      }
      const server = options.text("server");
      const limit = Number(options.text("lines") ?? 50);
      if (!Number.isInteger(limit) || limit < 1)
        throw new TackleError({
          code: "usage",
          message: `--lines must be a number, not '${options.text("lines")}'`,
          hint: "Write -n 100.",
        });
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
          : renderTable(["TIME", "EVENT", "BY", "ON", "OUTCOME"], rows, terminal.style);
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
