/** What is said when a profile is asked for that nobody defined. */
import { TackleError } from "../../../errors.ts";

export function noProfile(name: string): TackleError {
  return new TackleError({
    code: "not-found",
    message: `There is no profile '${name}'`,
    hint: `Define it under "settings": {"profiles": {"${name}": {…}}}; 'tackle config show' shows what there is.`,
  });
}
