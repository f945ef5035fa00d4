/** Shows a planned change, asks where a person is there, and writes it. Without a person and without --yes nothing is written. */
import type { ConnectionPlan } from "../../../config/connect-clients/plan-connection.ts";
import { writeConnection } from "../../../config/connect-clients/write-connection.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import { ask } from "../../ask.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { colourDiff } from "../../output/unified-diff.ts";
import { showChange } from "./show-change.ts";

export interface ChangeTexts {
  readonly question: string;
  readonly done: (file: string) => string;
  /** When the file says so already. */
  readonly same: (file: string) => string;
  /** What to know before it is written. */
  readonly warnings: readonly string[];
  /** Remarks for once it is written. */
  readonly notes: readonly string[];
  /** More fields of the JSON result. */
  readonly details: Readonly<Record<string, unknown>>;
}

export async function applyChange(
  invocation: Invocation,
  plan: ConnectionPlan,
  { question, done, same, warnings, notes, details }: ChangeTexts,
): Promise<CommandResult> {
  const { terminal, options, surroundings, redactor } = invocation;
  const { file, change } = plan;
  const result = (written: boolean, diff: string, backup?: string): Record<string, unknown> => ({
    ...details,
    warnings,
    file,
    change,
    written,
    backup: backup ?? null,
    diff,
  });
  for (const warning of warnings)
    terminal.stderr.write(`${terminal.stderrStyle("yellow", "warning")}  ${toTerminalText(warning)}\n`);
  if (change === "none") return { json: result(false, ""), human: toTerminalText(same(file)) };

  const diff = await showChange(plan, redactor);
  const wantsJson = options.flag("json");
  if (options.flag("dry-run"))
    return {
      json: result(false, diff),
      human: colourDiff(diff, terminal.style),
      notes: ["Nothing was written."],
    };
  if (!options.flag("yes")) {
    if (!terminal.isInteractive || wantsJson)
      return {
        json: result(false, diff),
        human: colourDiff(diff, terminal.style),
        notes: ["Nothing was written: there is no terminal to ask on. Add --yes to write it."],
        exitCode: 2,
      };
    terminal.stderr.write(`${colourDiff(diff, terminal.stderrStyle)}\n\n`);
    if ((await ask(terminal, question)) !== "yes")
      return { json: result(false, diff), human: "Nothing was written.", exitCode: 1 };
  } else if (!wantsJson) {
    terminal.stderr.write(`${colourDiff(diff, terminal.stderrStyle)}\n\n`);
  }

  const backup = await writeConnection(plan, surroundings.env);
  return {
    json: result(true, diff, backup),
    human: toTerminalText(done(file)),
    notes: [...(backup === undefined ? [] : [`What was there before is in ${backup}`]), ...notes],
  };
}
