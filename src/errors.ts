/**
 * The one error type that crosses module borders. A message says what failed, where and with what value;
 * the hint says what to do next. Neither may ever hold a secret.
 */
import type { ProtocolFailure } from "./types.ts";

/** What kind of failure this is; stable, shown to users with `--json`, and mapped to an exit code by the CLI. */
export type ErrorCode =
  | "usage" // the command line was wrong
  | "config" // a configuration file or value was wrong
  | "not-found" // a named thing does not exist
  | "conflict" // it exists already, or changed underneath
  | "permission" // the operating system said no
  | "policy" // the gate said no
  | "connection" // a server could not be reached, started or kept
  | "protocol" // a server said something that is not MCP
  | "execution" // a tool ran and failed
  | "timeout" // a deadline passed
  | "cancelled" // the caller gave up
  | "busy" // a bounded queue or lock was full
  | "internal"; // a defect of ours

export interface TackleErrorDetails {
  readonly code: ErrorCode;
  readonly message: string;
  /** The next step for the person who reads this. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  /** The error of the protocol with which a server answered. */
  readonly protocolError?: ProtocolFailure | undefined;
}

export class TackleError extends Error {
  override readonly name = "TackleError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly server: string | undefined;
  readonly tool: string | undefined;
  readonly protocolError: ProtocolFailure | undefined;

  constructor(details: TackleErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.hint = details.hint;
    this.server = details.server;
    this.tool = details.tool;
    this.protocolError = details.protocolError;
  }
}

/** The message of anything that was thrown, without touching getters of values that are not errors. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The `code` that Node puts on system errors (`ENOENT`, `EACCES`, …), or undefined. */
export function systemCodeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}
