/** The end of a run: its result or its error on the right stream, in the form that was asked for, and its exit code. */
import { messageOf, TackleError } from "../../errors.ts";
import type { Redactor } from "../../util/redact.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { CommandResult } from "../command.ts";
import type { Terminal } from "../terminal.ts";

export function printResult(terminal: Terminal, result: CommandResult, wantsJson: boolean): void {
  const text = wantsJson ? JSON.stringify(result.json, undefined, 2) : result.human;
  // A command that has streamed its output has no value left to print.
  if (text !== undefined && text !== "") terminal.stdout.write(`${text}\n`);
  for (const note of result.notes ?? []) terminal.stderr.write(`${note}\n`);
}

export interface ErrorOutput {
  readonly wantsJson: boolean;
  readonly wantsStack: boolean;
  readonly redactor: Redactor;
}

export function printError(
  terminal: Terminal,
  error: unknown,
  { wantsJson, wantsStack, redactor }: ErrorOutput,
): void {
  const isOurs = error instanceof TackleError;
  const code = isOurs ? error.code : "internal";
  const message = redactor.text(messageOf(error));
  const hint = isOurs
    ? error.hint
    : "This is a defect of Tacklebox. Run it again with --debug and report what it says.";
  if (wantsJson) {
    const json = JSON.stringify({ error: { code, message, hint: hint ?? null } }, undefined, 2);
    terminal.stdout.write(`${json}\n`);
    return;
  }
  const { stderr, stderrStyle } = terminal;
  stderr.write(`${stderrStyle("red", "error")}  ${toTerminalText(message, { keepNewlines: true })}\n`);
  if (hint !== undefined) stderr.write(`       ${toTerminalText(hint, { keepNewlines: true })}\n`);
  if (!isOurs && wantsStack && error instanceof Error) stderr.write(`${redactor.text(error.stack ?? "")}\n`);
}

/** 1 failed, 2 wrong usage or configuration, 130 interrupted. */
export function exitCodeFor(error: unknown): number {
  if (!(error instanceof TackleError)) return 1;
  if (error.code === "usage" || error.code === "config") return 2;
  return error.code === "cancelled" ? 130 : 1;
}
