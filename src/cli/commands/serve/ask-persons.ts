/** Who is asked when the policy wants a person to decide on a client's call; every answer is written into the audit trail. */
import type { Box } from "../../../box/box.ts";
import type { AskPerson } from "../../../gate/approvals.ts";
import { approveByClient } from "../../../gateway/approve-by-client.ts";
import type { Terminal } from "../../terminal.ts";
import { askOnTerminal } from "./ask-on-terminal.ts";

export interface AskPersonsOptions {
  /** Undefined where nobody sits at it, or it carries the protocol. */
  readonly terminal: Terminal | undefined;
  readonly box: () => Box;
}

export function askPersons({ terminal, box }: AskPersonsOptions): AskPerson {
  // At once, and not when the system delivers it: the refusal must not become a command's result before.
  const onInterrupt = (): void => void process.emit("SIGINT", "SIGINT");
  return approveByClient({
    otherwise: terminal === undefined ? undefined : askOnTerminal({ terminal, onInterrupt }),
    onAnswer: ({ id, caller: { kind, name }, server, tool }, answer, by) =>
      box().store.audit.append({
        time: Date.now(),
        type: "approval",
        subject: { kind, name },
        target: { server, tool },
        outcome: answer,
        callId: id,
        detail: { by },
      }),
  });
}
