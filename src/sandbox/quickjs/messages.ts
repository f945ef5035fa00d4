/** What the two sides of a run say to each other. Text and numbers only. */
import type { GuestError, LogLine, StopReason } from "../executor.ts";
import type { Limits } from "../limits.ts";
import type { WrappedProgram } from "../source/wrap-program.ts";

/** What a fresh engine is told to do. */
export interface Job {
  readonly program: WrappedProgram;
  /** The names that it may use, as `packNames` makes them. */
  readonly namesJson: string;
  readonly functions: readonly string[];
  readonly limits: Limits;
}

export type ToEngine = { readonly kind: "run"; readonly job: Job } | Settlement;

/** The end of a call: JSON, or why it failed. */
export type Settlement =
  | { readonly kind: "answer"; readonly number: number; readonly json: string }
  | { readonly kind: "failure"; readonly number: number; readonly failure: CallFailure };

export interface CallFailure {
  readonly message: string;
  readonly code: string;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
}

export type FromEngine =
  | { readonly kind: "ready" }
  | GuestCall
  | { readonly kind: "logs"; readonly lines: readonly LogLine[] }
  | { readonly kind: "done"; readonly outcome: Outcome };

export interface GuestCall {
  readonly kind: "call";
  readonly number: number;
  readonly target: CallTarget;
  /** The id of a tool, or the name of a function. */
  readonly name: string;
  readonly argumentsJson: string;
}

export type CallTarget = "tool" | "function";

export interface Outcome {
  readonly value?: string;
  readonly error?: GuestError;
  readonly stopped?: StopReason;
  readonly cpuMs: number;
  readonly memoryPeak: number;
  /** Calls that nobody waited for. */
  readonly unfinished: number;
}
