/** `tackle logs NAME`: the last lines that a server wrote to stderr, with its changes of state. */
import { existsSync } from "node:fs";
import { serverLogFile } from "../../box/server-log.ts";
import { quoteWords } from "../../util/split-words.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { oneName, readConfig, serverNamed } from "../read-config.ts";
import { followLog } from "./logs/follow-log.ts";
import { readLastLines, toRecords } from "./logs/log-lines.ts";
import { renderRecord } from "./logs/render-record.ts";
import { readWholeNumber } from "../whole-number.ts";

export const logsCommand: Command = {
  usage: ["logs NAME"],
  description:
    "Shows the last lines of a server's log: what it wrote to stderr ('stderr'), its changes of state and its oddities\n" +
    "('tackle').",
  options: {
    lines: { type: "string", short: "n", value: "N", description: "How many lines (default: 50)" },
    follow: { type: "boolean", short: "f", description: "Show new lines as they come, until Ctrl-C" },
  },
  examples: [
    ["tackle logs files", "its last 50 lines"],
    ["tackle logs files -f", "and what comes"],
    [
      "tackle logs files -n 500 --json",
      "for programs: [{time, level, from, message, …}]; with -f one value a line",
    ],
  ],
  async run(invocation) {
    const { surroundings, options, terminal } = invocation;
    const name = oneName(invocation, "logs NAME");
    const count = readWholeNumber(options, { name: "lines", least: 1, most: 9_999_999 }) ?? 50;
    const file = serverLogFile(surroundings.env, name);
    const wantsFollow = options.flag("follow");
    // A log outlives its server's entry, so the configuration is asked only where there is none.
    if (!existsSync(file)) {
      serverNamed(await readConfig(invocation), name);
      const notYet = `'${toTerminalText(name)}' has not written anything yet.`;
      if (!wantsFollow)
        return { json: [], human: "", notes: [`${notYet} Start it: tackle test ${quoteWords([name])}`] };
      terminal.stderr.write(`${notYet} Waiting for it…\n`);
    }
    const { lines, end } = readLastLines(file, count);
    const records = toRecords(lines);
    if (!wantsFollow)
      return {
        json: records,
        human: records.map((record) => renderRecord(record, terminal.style)).join("\n"),
      };

    const wantsJson = options.flag("json");
    const print = (line: string): boolean => terminal.stdout.write(`${line}\n`);
    const show = (fresh: readonly string[]): void => {
      for (const record of toRecords(fresh))
        print(wantsJson ? JSON.stringify(record) : renderRecord(record, terminal.style));
    };
    show(lines);
    await followLog(file, end, show);
    return { json: undefined, human: "", exitCode: 130 };
  },
};
