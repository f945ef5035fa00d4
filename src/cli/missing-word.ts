/** The error for a word that a command needs and did not get. */
import { TackleError } from "../errors.ts";

/** `what` as in `name of a server`. */
export function missingWord(what: string, usage: string): TackleError {
  return new TackleError({
    code: "usage",
    message: `The ${what} is missing`,
    hint: `Usage: tackle ${usage}`,
  });
}
