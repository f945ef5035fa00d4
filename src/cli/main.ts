/**
 * From the words of the command line to an exit code (E2): 0 done, 1 failed, 2 wrong usage or configuration, 130
 * interrupted. With --json exactly one JSON value goes to stdout, also for an error.
 */
import { messageOf, TackleError } from "../errors.ts";
import { nearest } from "../util/nearest.ts";
import { createRedactor, type Redactor } from "../util/redact.ts";
import { toTerminalText } from "../util/terminal-text.ts";
import { COMMANDS } from "./command-list.ts";
import type { Command, CommandResult, Invocation } from "./command.ts";
import { shortSpelling } from "./long-spellings.ts";
import { openLog } from "./open-log.ts";
import { parseArguments, splitCommand, type ParsedArguments } from "./parse-arguments.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

export async function main(argv: readonly string[], version: string): Promise<void> {
  const terminal = createTerminal();
  leaveQuietlyWhenNobodyReads(terminal);
  const redactor = createRedactor();
  const beforeTerminator = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : undefined);
  const wantsJson = beforeTerminator.includes("--json");
  try {
    const result = await runCommandLine(argv, { version, terminal, redactor });
    print(terminal, result, wantsJson);
    process.exitCode = result.exitCode ?? 0;
  } catch (error) {
    printError(terminal, error, { wantsJson, redactor });
    process.exitCode = exitCodeFor(error);
  }
}

interface Run {
  readonly version: string;
  readonly terminal: Terminal;
  readonly redactor: Redactor;
}

async function runCommandLine(argv: readonly string[], run: Run): Promise<CommandResult> {
  const split = splitCommand(argv);
  const { name, args } = shortSpelling(split.name, split.args);
  if (name === undefined || name === "help") return runWithoutCommand(args, run);
  const command = await loadCommand(name);
  const parsed = parseArguments(args, command.options ?? {});
  if (parsed.options.flag("help")) return helpFor(name, command, run.terminal);
  if (parsed.options.flag("version")) return versionResult(run.version);
  const isCheckOnly = parsed.options.flag("validate-config");
  return invoke(parsed, run, isCheckOnly ? validateOnly : (invocation) => command.run(invocation));
}

/** `tackle`, `tackle --help`, `tackle help COMMAND`, and the global options that need no command. */
async function runWithoutCommand(args: readonly string[], run: Run): Promise<CommandResult> {
  const parsed = parseArguments(args, {});
  const [topic] = parsed.words;
  if (parsed.options.flag("version")) return versionResult(run.version);
  if (topic !== undefined) return helpFor(topic, await loadCommand(topic), run.terminal);
  if (parsed.options.flag("validate-config")) return invoke(parsed, run, validateOnly);
  const { overview } = await import("./help.ts");
  const json = { version: run.version, commands: [...COMMANDS.keys()] };
  return { json, human: overview(run.version, run.terminal.style) };
}

/** Gives a command its surroundings and log, and waits for the log's last line. */
async function invoke(
  parsed: ParsedArguments,
  { terminal, redactor, version }: Run,
  command: (invocation: Invocation) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { options } = parsed;
  const { env } = process;
  const log = openLog(options, { env, terminal, redactor });
  const start = performance.now();
  try {
    return await command({
      ...parsed,
      terminal,
      version,
      log,
      redactor,
      trustProject: options.flag("trust-project"),
      surroundings: {
        env,
        cwd: workingDirectory(),
        configFiles: [...options.texts("config"), ...options.texts("mcp-config")],
        strict: options.flag("strict"),
      },
    });
  } finally {
    log.debug("command ended", () => ({ ms: Math.round(performance.now() - start) }));
    await log.close();
  }
}

async function loadCommand(name: string): Promise<Command> {
  const entry = COMMANDS.get(name);
  if (entry !== undefined) return entry.load();
  const [suggestion] = nearest(name, [...COMMANDS.keys()]);
  throw new TackleError({
    code: "usage",
    message: `There is no command '${name}'`,
    hint:
      suggestion === undefined
        ? `'tackle --help' lists the commands.`
        : `Did you mean 'tackle ${suggestion}'?`,
  });
}

async function helpFor(name: string, command: Command, terminal: Terminal): Promise<CommandResult> {
  const { commandHelp } = await import("./help.ts");
  return { json: { command: name, usage: command.usage }, human: commandHelp(command, terminal.style) };
}

async function validateOnly(invocation: Invocation): Promise<CommandResult> {
  const { validateConfig } = await import("./commands/config/validate.ts");
  return validateConfig({ ...invocation, words: [] });
}

function versionResult(version: string): CommandResult {
  return { json: { version }, human: version };
}

function print(terminal: Terminal, result: CommandResult, wantsJson: boolean): void {
  const text = wantsJson ? JSON.stringify(result.json, undefined, 2) : result.human;
  if (text !== "") terminal.stdout.write(`${text}\n`);
  for (const note of result.notes ?? []) terminal.stderr.write(`${note}\n`);
}

function printError(
  terminal: Terminal,
  error: unknown,
  { wantsJson, redactor }: { wantsJson: boolean; redactor: Redactor },
): void {
  const isOurs = error instanceof TackleError;
  const code = isOurs ? error.code : "internal";
  const message = redactor.text(messageOf(error));
  const hint = isOurs
    ? error.hint
    : "This is a defect of Tacklebox. Run it again with --debug and report what it says.";
  if (wantsJson) {
    terminal.stdout.write(
      `${JSON.stringify({ error: { code, message, hint: hint ?? null } }, undefined, 2)}\n`,
    );
    return;
  }
  terminal.stderr.write(
    `${terminal.style("red", "error")}  ${toTerminalText(message, { keepNewlines: true })}\n`,
  );
  if (hint !== undefined) terminal.stderr.write(`       ${toTerminalText(hint, { keepNewlines: true })}\n`);
  const wantsStack = process.argv.includes("--debug") || process.env["TACKLE_DEBUG"] === "1";
  if (!isOurs && wantsStack && error instanceof Error)
    terminal.stderr.write(`${redactor.text(error.stack ?? "")}\n`);
}

function exitCodeFor(error: unknown): number {
  if (!(error instanceof TackleError)) return 1;
  if (error.code === "usage" || error.code === "config") return 2;
  return error.code === "cancelled" ? 130 : 1;
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    const hint = "Change to a folder that exists.";
    throw new TackleError({
      code: "usage",
      message: "The working directory no longer exists",
      hint,
      cause: error,
    });
  }
}

/** `tackle list | head` closes our stdout; that is no error. */
function leaveQuietlyWhenNobodyReads(terminal: Terminal): void {
  for (const stream of [terminal.stdout, terminal.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
      throw error;
    });
  }
}
