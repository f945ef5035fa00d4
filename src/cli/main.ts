/**
 * From the words of the command line to an exit code: 0 done, 1 failed, 2 wrong usage or configuration, 130
 * interrupted. With --json exactly one JSON value goes to stdout, also for an error.
 */
import { TackleError } from "../errors.ts";
import { nearest } from "../util/nearest.ts";
import { createRedactor, type Redactor } from "../util/redact.ts";
import { ALIASES, COMMANDS } from "./command-list.ts";
import type { Command, CommandResult, HelpPage, Invocation } from "./command.ts";
import { shortSpelling } from "./long-spellings.ts";
import { openLog } from "./open-log.ts";
import { exitCodeFor, printError, printResult } from "./output/print.ts";
import { parseArguments, splitCommand, type ParsedArguments } from "./parse-arguments.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

export async function main(argv: readonly string[], version: string): Promise<void> {
  const terminal = createTerminal();
  const redactor = createRedactor();
  const ours = new Set(argv.slice(0, argv.includes("--") ? argv.indexOf("--") : undefined));
  const wantsJson = ours.has("--json");
  try {
    const result = await runCommandLine(argv, { version, terminal, redactor });
    process.exitCode = result.exitCode ?? 0;
    printResult(terminal, result, wantsJson);
  } catch (error) {
    const wantsStack = ours.has("--debug") || process.env["TACKLE_DEBUG"] === "1";
    process.exitCode = exitCodeFor(error);
    printError(terminal, error, { wantsJson, wantsStack, redactor });
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
  const parsed = parseArguments(args, command);
  if (parsed.options.flag("help")) return helpFor([name, ...parsed.words], command, run.terminal);
  if (parsed.options.flag("version")) return versionResult(run.version);
  const isCheckOnly = parsed.options.flag("validate-config");
  return invoke(parsed, run, isCheckOnly ? validateOnly : (invocation) => command.run(invocation));
}

/** `tackle`, `tackle --help`, `tackle help COMMAND`, and the global options that need no command. */
async function runWithoutCommand(args: readonly string[], run: Run): Promise<CommandResult> {
  const parsed = parseArguments(args);
  const { options, words } = parsed;
  const [topic] = words;
  if (options.flag("version")) return versionResult(run.version);
  if (topic !== undefined) return helpFor(words, await loadCommand(topic), run.terminal);
  if (options.flag("validate-config")) return invoke(parsed, run, validateOnly);
  if (!options.flag("help")) refuseLostCommand([...options.texts("config"), ...options.texts("mcp-config")]);
  const { overview } = await import("./help.ts");
  const json = { version: run.version, commands: [...COMMANDS.keys()] };
  return { json, human: overview(run.version, run.terminal) };
}

/** In `tackle --config list` the option took the command for its file; showing the help would hide that. */
function refuseLostCommand(files: readonly string[]): void {
  const [file] = files;
  if (file === undefined) return;
  const isCommand = COMMANDS.has(file) || ALIASES.has(file);
  const message = isCommand
    ? `--config took '${file}' for the name of its file, so no command is left`
    : `No command is given, only --config '${file}'`;
  const hint = isCommand
    ? `tackle --config FILE ${file}`
    : `Name a command, such as: tackle --config ${file} list`;
  throw new TackleError({ code: "usage", message, hint });
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
  const entry = COMMANDS.get(ALIASES.get(name) ?? name);
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

/** Help on a command, or with a second word that names one of its parts (`config validate`) on that alone. */
async function helpFor(
  [name = "", part]: readonly string[],
  command: Command,
  terminal: Terminal,
): Promise<CommandResult> {
  const { commandHelp } = await import("./help.ts");
  const { parts = {} } = command;
  const page = part !== undefined && Object.hasOwn(parts, part) ? parts[part] : undefined;
  const shown: HelpPage = page ?? command;
  return { json: { command: name, usage: shown.usage }, human: commandHelp(shown, terminal) };
}

async function validateOnly(invocation: Invocation): Promise<CommandResult> {
  const { validateConfig } = await import("./commands/config/validate.ts");
  return validateConfig({ ...invocation, words: [], rest: undefined });
}

function versionResult(version: string): CommandResult {
  return { json: { version }, human: version };
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
