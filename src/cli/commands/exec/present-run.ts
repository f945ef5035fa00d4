/** What became of a program, for people and for programs. All of it is text of others, and made safe before it is shown. */
import type { CodeRun } from "../../../box/code/run-code.ts";
import type { LogLine, StopReason } from "../../../sandbox/executor.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { saveBinaries } from "../../output/save-binaries.ts";

export interface RunOutput {
  readonly run: CodeRun;
  /** Where the program came from, for its lines and columns. */
  readonly place: string;
  /** What else a person should know when the program was refused. */
  readonly remarks: readonly string[];
}

export function presentRun({ run, place, remarks }: RunOutput, invocation: Invocation): CommandResult {
  const { id, ok, logs, error, problems, stats, stopped, content } = run;
  const value: unknown = run.value === undefined ? undefined : JSON.parse(run.value);
  const saved = saveBinaries({ content, name: "exec", id }, invocation);
  const json = {
    ok,
    value: value ?? null,
    logs,
    error: error ?? null,
    problems,
    stats,
    stopped: stopped ?? null,
    id,
    content,
    ...(saved.length > 0 ? { saved } : undefined),
  };
  const red = (text: string): string => invocation.terminal.stderrStyle("red", text);
  const refusals = problems.map(
    ({ line, column, message }) => `${place}:${line}:${column}  ${red("error")}  ${safe(message)}`,
  );
  const failure = error === undefined ? [] : [...describeError(run, place, red("error"))];
  const notes = [
    ...logs.map(lineOf),
    ...refusals,
    ...failure,
    ...(refusals.length > 0 ? remarks : []),
    ...(stopped === undefined ? [] : RAISE[stopped]),
    ...saved.map((file) => `saved ${file}`),
  ];
  return { json, human: textOf(value), notes, exitCode: problems.length > 0 ? 2 : ok ? 0 : 1 };
}

/** A text as it is, anything else as JSON. */
function textOf(value: unknown): string {
  if (value === undefined) return "";
  return safe(typeof value === "string" ? value : JSON.stringify(value, undefined, 2));
}

function* describeError({ error }: CodeRun, place: string, word: string): Generator<string> {
  if (error === undefined) return;
  const { name, message, line, column, stack } = error;
  const at = line === undefined ? "" : `${place}:${line}${column === undefined ? "" : `:${column}`}  `;
  yield `${at}${word}  ${safe(`${name}: ${message}`)}`;
  const frames = stack.split("\n").filter((frame) => frame.trim() !== "");
  // One frame says no more than the place does.
  if (frames.length > 1) for (const frame of frames) yield `  ${safe(frame.trim())}`;
}

function lineOf({ level, text }: LogLine): string {
  return safe(level === "log" || level === "info" ? text : `${level}: ${text}`);
}

/** Where the message names a limit of the sandbox: the option that is behind it. */
const RAISE: Readonly<Record<StopReason, readonly string[]>> = {
  wall: ["Give it more time: --timeout 2m"],
  cpu: ["Give it more time: --timeout 2m"],
  memory: ["Give it more memory: --memory MB"],
  calls: ["Let it make more calls: --calls N"],
  output: [],
  cancelled: [],
};

function safe(text: string): string {
  return toTerminalText(text, { keepNewlines: true });
}
