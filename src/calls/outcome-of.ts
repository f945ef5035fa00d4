/** An error on a call's path → the word under which the call is recorded. */
import type { TackleError } from "../errors.ts";
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
