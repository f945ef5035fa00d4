/** An error on a call's path → the word under which the call is recorded, and back for those who throw it on. */
import type { ErrorCode, TackleError } from "../errors.ts";
import type { CallOutcome } from "../types.ts";

const OUTCOMES: Readonly<Record<TackleError["code"], CallOutcome>> = {
  usage: "invalid-arguments",
  "not-found": "unknown-tool",
  policy: "denied",
  busy: "busy",
  timeout: "timeout",
  cancelled: "cancelled",
  connection: "unavailable",
  config: "unavailable",
  permission: "unavailable",
  conflict: "unavailable",
  protocol: "protocol-error",
  execution: "protocol-error", // the server answered with an error of the protocol instead of a result
  internal: "internal-error",
};

export function outcomeOf(error: TackleError): CallOutcome {
  return OUTCOMES[error.code];
}

const CODES: Readonly<Record<CallOutcome, ErrorCode>> = {
  ok: "internal",
  "tool-error": "execution",
  "unknown-tool": "not-found",
  "invalid-arguments": "usage",
  denied: "policy",
  busy: "busy",
  timeout: "timeout",
  cancelled: "cancelled",
  unavailable: "connection",
  "protocol-error": "protocol",
  "input-required": "protocol",
  "internal-error": "internal",
};

export function codeOf(outcome: CallOutcome): ErrorCode {
  return CODES[outcome];
}
