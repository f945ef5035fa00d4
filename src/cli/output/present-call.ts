/** The result of one call for people and for programs: `tackle call`, `tackle scripts run`. */
import type { Box } from "../../box/box.ts";
import type { CallResult } from "../../types.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../command.ts";
import { saveBinaries } from "./save-binaries.ts";

export function presentCall(result: CallResult, invocation: Invocation, box: Box): CommandResult {
  const saved = saveBinaries({ ...result, name: result.tool }, invocation);
  const { success, output, data, error, hint, content, server, tool, durationMs, outcome, id, whole, raw } =
    result;
  const json = {
    success,
    output,
    data: data ?? null,
    error: error ?? null,
    content,
    server,
    tool,
    durationMs,
    outcome,
    hint: hint ?? null,
    id,
    whole: whole ?? null,
    ...(saved.length > 0 ? { saved } : undefined),
  };
  const exitCode = success ? 0 : 1;
  if (invocation.options.flag("raw"))
    return { json: raw ?? json, human: JSON.stringify(raw ?? json, undefined, 2), exitCode };
  const notes = [
    ...(success
      ? []
      : [
          `${invocation.terminal.stderrStyle("red", "error")}  ${toTerminalText(error ?? "", { keepNewlines: true })}`,
        ]),
    ...(hint === undefined ? [] : [`       ${toTerminalText(hint)}`]),
    ...(whole === undefined ? [] : [`The whole is kept: tackle result ${whole.id}`]),
    ...saved.map((file) => `saved ${file}`),
    ...box.remarksOn({ server, tool }).map((remark) => toTerminalText(remark)),
  ];
  return { json, human: success ? toTerminalText(output, { keepNewlines: true }) : "", notes, exitCode };
}
