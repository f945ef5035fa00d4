/** `tackle logs NAME`: the last lines that a server wrote to stderr, with its changes of state. */
import { existsSync, readFileSync } from "node:fs";
import { serverLogFile } from "../../box/server-log.ts";
import { TackleError } from "../../errors.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { oneName, readConfig, serverNamed } from "../read-config.ts";

export const logsCommand: Command = {
  usage: ["logs NAME"],
  description:
    "Shows the last lines of a server's log: what it wrote to stderr, its changes of state, its oddities.",
  options: { lines: { type: "string", short: "n", value: "N", description: "How many lines (default 50)" } },
  examples: [
    ["tackle logs files", "its last 50 lines"],
    ["tackle logs files -n 500 --json", "for programs: [{time, level, message, …}]"],
  ],
  async run(invocation) {
    const { surroundings, options } = invocation;
    const name = oneName(invocation, "logs NAME");
    const count = Number(options.text("lines") ?? 50);
    if (!Number.isInteger(count) || count < 1) {
      throw new TackleError({
        code: "usage",
        message: `--lines must be a number, not '${options.text("lines")}'`,
      });
    }
    const file = serverLogFile(surroundings.env, name);
    const config = await readConfig(invocation);
    if (!existsSync(file)) {
      const server = serverNamed(config, name);
      return {
        json: [],
        human: "",
        notes: [
          `'${toTerminalText(server.name)}' has not written anything yet. Start it: tackle test ${toTerminalText(name)}`,
        ],
      };
    }
    const records = readFileSync(file, "utf8").trimEnd().split("\n").slice(-count).flatMap(parse);
    const human = records.map(({ time, level, message, reason }) =>
      [
        toTerminalText(time),
        level.padEnd(5),
        toTerminalText(message),
        reason === undefined ? "" : `(${toTerminalText(reason)})`,
      ]
        .join("  ")
        .trimEnd(),
    );
    return { json: records, human: human.join("\n") };
  },
};

interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly reason?: string;
}

function parse(line: string): LogLine[] {
  try {
    return [JSON.parse(line) as LogLine]; // we wrote it
  } catch {
    return []; // a line that a kill cut short
  }
}
