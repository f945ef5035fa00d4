/** What a command of the command line is: its words for `--help`, its options, and a function from words to a result. */
import type { LoadOptions } from "../config/load-config.ts";
import type { Logger } from "../util/log/logger.ts";
import type { Redactor } from "../util/redact.ts";
import type { Terminal } from "./terminal.ts";

export interface Command {
  /** One line each, without the leading `tackle`. */
  readonly usage: readonly string[];
  readonly description: string;
  readonly options?: Readonly<Record<string, Option>>;
  /** Command line → what it does. */
  readonly examples: readonly (readonly [string, string])[];
  /** Its subcommands' own pages of help, by their word. */
  readonly parts?: Readonly<Record<string, HelpPage>>;
  run(invocation: Invocation): Promise<CommandResult>;
}

/** What `--help` shows. */
export type HelpPage = Pick<Command, "usage" | "description" | "options" | "examples">;

export interface Option {
  readonly type: "boolean" | "string";
  readonly short?: string;
  readonly multiple?: boolean;
  readonly description: string;
  /** The word for the value in `--help`. */
  readonly value?: string;
  /** Values that the shell may complete. */
  readonly choices?: readonly string[];
}

export interface Invocation {
  readonly options: OptionValues;
  /** Words before `--`. */
  readonly words: readonly string[];
  /** Words after `--`; undefined when there was none. */
  readonly rest: readonly string[] | undefined;
  readonly terminal: Terminal;
  readonly surroundings: LoadOptions;
  readonly version: string;
  readonly log: Logger;
  /** Knows every secret value that the configuration holds, once it is read. */
  readonly redactor: Redactor;
  /** Project servers may start in this run without having been approved. */
  readonly trustProject: boolean;
}

export interface OptionValues {
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
}

/** Both faces of a result; `main` prints the one that was asked for. */
export interface CommandResult {
  readonly json: unknown;
  readonly human: string;
  /** Remarks for people, on stderr. */
  readonly notes?: readonly string[];
  readonly exitCode?: number;
}
