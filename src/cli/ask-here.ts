/** Puts the policy's questions to the person who typed a command, where there is one: loaded only when there is a question. */
import type { Box } from "../box/box.ts";
import type { AskPerson } from "../gate/approvals.ts";
import type { Invocation } from "./command.ts";

/** Undefined where nobody sits at the terminal, or a program reads the answer: then what would ask is denied. */
export function askHere({ terminal, options }: Invocation, box: () => Box): AskPerson | undefined {
  if (!terminal.isInteractive || options.flag("json")) return undefined;
  let asking: Promise<AskPerson> | undefined;
  return async (question, signal) => {
    asking ??= import("./commands/serve/ask-persons.ts").then(({ askPersons }) =>
      askPersons({ terminal, box }),
    );
    return (await asking)(question, signal);
  };
}
