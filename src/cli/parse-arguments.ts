/** Words of the command line → the command's name, options and words, or a usage error that says what to type. */
import { parseArgs } from "node:util";
import { messageOf, TackleError } from "../errors.ts";
import { nearest } from "../util/nearest.ts";
import type { Command, Option, OptionValues } from "./command.ts";

/** Options that every command has. */
export const GLOBAL_OPTIONS = {
  config: {
    type: "string",
    multiple: true,
    value: "FILE",
    description: "Read this file too, above the project's and the user's",
  },
  "mcp-config": { type: "string", multiple: true, value: "FILE", description: "The same as --config" },
  strict: { type: "boolean", description: "A missing variable is an error" },
  "trust-project": { type: "boolean", description: "Let the project's servers start in this run" },
  "validate-config": { type: "boolean", description: "Check the configuration and stop" },
  json: { type: "boolean", description: "Print one JSON value on stdout" },
  debug: { type: "boolean", description: "Say more, on stderr and in the log file" },
  "log-level": {
    type: "string",
    value: "LEVEL",
    choices: ["error", "warn", "info", "debug"],
    description: "error, warn, info or debug",
  },
  help: { type: "boolean", short: "h", description: "Show this help" },
  version: { type: "boolean", short: "v", description: "Show the version" },
} as const satisfies Record<string, Option>;

/** The first word that is neither an option nor an option's value is the command. */
export function splitCommand(argv: readonly string[]): { name: string | undefined; args: string[] } {
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (word === "--") break;
    if (!word.startsWith("-")) return { name: word, args: argv.toSpliced(index, 1) };
    const option: Option | undefined = Object.entries(GLOBAL_OPTIONS).find(
      ([name]) => word === `--${name}`,
    )?.[1];
    if (option?.type === "string") index++;
  }
  return { name: undefined, args: [...argv] };
}

export interface ParsedArguments {
  readonly options: OptionValues;
  readonly words: readonly string[];
  readonly rest: readonly string[] | undefined;
}

export function parseArguments(
  args: readonly string[],
  { options: own = {}, usage = [] }: Partial<Pick<Command, "options" | "usage">> = {},
): ParsedArguments {
  const options = { ...GLOBAL_OPTIONS, ...own };
  const terminator = args.indexOf("--");
  const before = terminator === -1 ? args : args.slice(0, terminator);
  try {
    const { values, positionals } = parseArgs({
      args: [...before],
      options,
      allowPositionals: true,
      strict: true,
    });
    checkChoices(values, options);
    return {
      options: valuesOf(values),
      words: positionals,
      rest: terminator === -1 ? undefined : args.slice(terminator + 1),
    };
  } catch (error) {
    if (error instanceof TackleError) throw error;
    const takesProgram = usage.some((line) => line.includes(" -- "));
    throw usageError(error, { known: Object.keys(options), takesProgram });
  }
}

function checkChoices(
  values: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, Option>>,
): void {
  for (const [name, { choices }] of Object.entries(options)) {
    const value = values[name];
    if (choices === undefined || typeof value !== "string" || choices.includes(value)) continue;
    const message = `--${name} cannot be '${value}'`;
    throw new TackleError({ code: "usage", message, hint: `Use one of: ${choices.join(", ")}.` });
  }
}

function valuesOf(values: Readonly<Record<string, unknown>>): OptionValues {
  return {
    flag: (name) => values[name] === true,
    text: (name) => {
      const value = values[name];
      return typeof value === "string" ? value : undefined;
    },
    texts: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
    },
  };
}

interface UsageContext {
  readonly known: readonly string[];
  /** The command line may hold another program's, whose options are not ours. */
  readonly takesProgram: boolean;
}

/** Node's own message up to its first sentence; the rest of it explains parseArgs, not us. */
function usageError(error: unknown, { known, takesProgram }: UsageContext): TackleError {
  const [said = ""] = messageOf(error).split(/\. |\n/);
  const empty = /^Option '(?:-\w, )?(--?[\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(
    said,
  )?.[1];
  if (empty !== undefined) return withoutValue(empty, error);
  const unknown = /Unknown option '(-[^']*)'/.exec(said)?.[1];
  const [suggestion] = unknown === undefined ? [] : nearest(unknown.replace(/^-+/, ""), known);
  const seeHelp = takesProgram
    ? "Add --help to see the options. Put '--' before a program that has options of its own."
    : "Add --help to see the options.";
  const hint = suggestion === undefined ? seeHelp : `Did you mean --${suggestion}?`;
  return new TackleError({ code: "usage", message: said, hint, cause: error });
}

function withoutValue(option: string, cause: unknown): TackleError {
  const message = `${option} needs a value`;
  const hint = `Add it, or --help to see the options. One that begins with '-' is written ${option}=VALUE.`;
  return new TackleError({ code: "usage", message, hint, cause });
}
