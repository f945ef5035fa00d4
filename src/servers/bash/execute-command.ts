/** Runs one command line in a shell and says what became of it. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { systemCodeOf, TackleError } from "../../errors.ts";
import { findProgram } from "../../util/find-program.ts";
import { childEnvironment } from "../../util/processes/child-environment.ts";
import { runProgram, type ProgramResult } from "../../util/processes/run-program.ts";
import type { ToolContext } from "../tool.ts";
import type { ExecuteInput, ExecuteOutput } from "./execute-schema.ts";

export interface BashOptions {
  /** Where commands run that name no folder; relative folders start here. */
  readonly cwd?: string;
  /** Variables that every command gets, besides the few that are inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the inherited ones come from. */
  readonly inherited?: Readonly<Record<string, string | undefined>>;
}

/** Of each of stdout and stderr: what a model can read, and enough of both ends to see what happened. */
const KEEP = { head: 48 * 1024, tail: 48 * 1024 };

/** How often whoever asked for progress is told that the command still runs. */
const PROGRESS_MS = 5_000;

/** Programs that would page, prompt or paint are told that nobody looks. */
const UNATTENDED = { TERM: "dumb", PAGER: "cat", GIT_PAGER: "cat", GIT_TERMINAL_PROMPT: "0" };

export async function executeCommand(
  input: ExecuteInput,
  { options, context }: { options: BashOptions; context: ToolContext },
): Promise<ExecuteOutput> {
  const { inherited = process.env } = options;
  const cwd = resolve(options.cwd ?? process.cwd(), input.cwd ?? ".");
  await checkFolder(cwd);
  checkValues(input);
  const env = childEnvironment({
    declared: { ...UNATTENDED, ...options.env, ...input.env },
    marks: {},
    inherited,
  });
  const shell = findShell({ path: env["PATH"], cwd });
  const endProgress = tellProgress(context, input.timeout);
  try {
    const result = await runProgram({
      file: shell.file,
      args: [...shell.args, "-c", input.command],
      cwd,
      env,
      timeoutMs: input.timeout * 1000,
      signal: context.signal,
      keep: KEEP,
      hasNamedOutput: true,
    });
    return toOutput(result, input.timeout);
  } catch (error) {
    throw explainStart(error, { cwd, command: input.command });
  } finally {
    endProgress();
  }
}

async function checkFolder(cwd: string): Promise<void> {
  const hint = "Give an existing folder as 'cwd', or leave it out.";
  if (cwd.includes("\0")) throw usage("The folder 'cwd' has a NUL character in it", hint);
  try {
    if ((await stat(cwd)).isDirectory()) return;
  } catch (error) {
    const why =
      systemCodeOf(error) === "ENOENT" ? "does not exist" : `cannot be entered (${systemCodeOf(error)})`;
    throw new TackleError({ code: "not-found", message: `The folder ${cwd} ${why}`, hint, cause: error });
  }
  throw usage(`${cwd} is not a folder`, hint);
}

/** The system cannot pass these on, and would cut the text there without a word. */
function checkValues({ command, env = {} }: ExecuteInput): void {
  if (command.includes("\0")) throw usage("The command has a NUL character in it", "Remove it.");
  for (const [name, value] of Object.entries(env)) {
    if (value.includes("\0")) throw usage(`The variable ${name} has a NUL character in it`, "Remove it.");
  }
}

function findShell(search: { path: string | undefined; cwd: string }): {
  readonly file: string;
  readonly args: readonly string[];
} {
  const bash = findProgram("bash", search);
  if (bash.kind === "found") return { file: bash.file, args: ["--noprofile", "--norc"] };
  const sh = findProgram("sh", search);
  if (sh.kind === "found") return { file: sh.file, args: [] };
  throw new TackleError({
    code: "not-found",
    message: "There is neither bash nor sh in PATH",
    hint: "Install bash, or put its folder into PATH.",
  });
}

/** Returns the function that ends it. */
function tellProgress({ progress }: ToolContext, timeout: number): () => void {
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    progress(seconds, timeout, `running for ${seconds} s`);
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}

function toOutput(result: ProgramResult, timeout: number): ExecuteOutput {
  const { end, code, signal, stdout, stderr, leftBehind } = result;
  if (end === "cancelled") {
    throw new TackleError({
      code: "cancelled",
      message: "The command was cancelled, and all it started ended",
    });
  }
  const timedOut = end === "timeout";
  return {
    exit_code: timedOut ? null : code,
    success: end === "exited" && code === 0,
    stdout: stdout.text,
    stderr: stderr.text,
    signal: timedOut ? null : signal,
    timed_out: timedOut,
    stdout_bytes_cut: stdout.cutBytes,
    stderr_bytes_cut: stderr.cutBytes,
    left_behind: leftBehind.map(({ pid, command }) => ({ pid, command })),
    notes: notesOn(result, timeout),
  };
}

function notesOn({ end, leftBehind, isStuck, isOutputHeld }: ProgramResult, timeout: number): string[] {
  const notes: string[] = [];
  if (end === "timeout") {
    notes.push(`Ended after ${timeout} s, with all it had started. Give a longer 'timeout' if it needs one.`);
  }
  if (leftBehind.length > 0) {
    notes.push("It left processes behind, which were ended: nothing may run on after a call.");
  }
  if (isStuck) notes.push("Some processes could not be ended, not even with SIGKILL.");
  if (isOutputHeld && !isStuck) {
    notes.push(
      "A process that left the command's group and environment still holds its output; it was not found.",
    );
  }
  return notes;
}

function explainStart(error: unknown, { cwd, command }: { cwd: string; command: string }): unknown {
  if (error instanceof TackleError) return error;
  const code = systemCodeOf(error);
  if (code === "E2BIG") {
    const bytes = Buffer.byteLength(command);
    return usage(
      `The command and its variables are too long for the system (the command has ${bytes} bytes)`,
      "Write it to a file first, and run the file.",
    );
  }
  return new TackleError({
    code: "execution",
    message: `The shell could not be started in ${cwd}${code === undefined ? "" : ` (${code})`}`,
    hint: "Check that the folder can be entered and that the system has processes to spare.",
    cause: error,
  });
}

function usage(message: string, hint: string): TackleError {
  return new TackleError({ code: "usage", message, hint });
}
