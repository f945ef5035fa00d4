/**
 * What a program is told about a call that failed. A TackleError is written to be read; of anything else nothing is told,
 * because it can name files and addresses of this machine.
 */
import { TackleError } from "../../errors.ts";
import type { CallFailure } from "./messages.ts";

const LONGEST_MESSAGE = 4000;

export function describeFailure(thrown: unknown): CallFailure {
  if (!(thrown instanceof TackleError))
    return { code: "internal", message: "The call failed inside Tacklebox; its log says why" };
  const { code, message, hint, server, tool } = thrown;
  const text = hint === undefined ? message : `${message}. ${hint}`;
  return { code, message: text.slice(0, LONGEST_MESSAGE), server, tool };
}
