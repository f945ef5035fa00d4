/** `tackle doctor`: looks at everything that can be judged without starting a server, and says how to mend it. */
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { checkConfig } from "../doctor/check-config.ts";
import { checkMachine } from "../doctor/check-machine.ts";
import { checkServers } from "../doctor/check-servers.ts";
import type { Check } from "../doctor/check.ts";
import { loadAndLog, noWords } from "../read-config.ts";
import type { Style } from "../terminal.ts";

export const doctorCommand: Command = {
  usage: ["doctor"],
  description:
    "Checks the machine, the configuration and every server's program, and says how to mend what is wrong.\n" +
    "It starts nothing. Exit code 1 when something is broken.",
  examples: [
    ["tackle doctor", "look at everything"],
    ["tackle doctor --json", "for programs: {ok, checks: [{name, result, message, fix}]}"],
  ],
  async run(invocation) {
    noWords(invocation, "doctor");
    const config = await loadAndLog(invocation);
    const checks = [
      ...checkMachine(invocation.surroundings.env),
      ...checkConfig(config),
      ...checkServers(config, invocation),
    ];
    const ok = checks.every((check) => check.result !== "broken");
    const human = checks.map((check) => render(check, invocation.terminal.style)).join("\n");
    return { json: { ok, checks }, human, exitCode: ok ? 0 : 1 };
  },
};

function render({ name, result, message, fix }: Check, style: Style): string {
  const mark = {
    ok: style("green", "ok      "),
    doubtful: style("yellow", "doubtful"),
    broken: style("red", "broken  "),
  }[result];
  const line = `${mark}  ${toTerminalText(name)}: ${toTerminalText(message)}`;
  return fix === undefined ? line : `${line}\n          ${style("dim", toTerminalText(fix))}`;
}
