/** One line that a person types. The end of input and Ctrl-C are told apart from every answer. */
import type { Interface } from "node:readline/promises";
import { TackleError } from "../errors.ts";

/** Undefined at the end of input; throws a `TackleError` with code `cancelled` on Ctrl-C. */
export async function readAnswer(lines: Interface, prompt: string): Promise<string | undefined> {
  const { promise: stopped, resolve, reject } = Promise.withResolvers<undefined>();
  const onInterrupt = (): void => reject(new TackleError({ code: "cancelled", message: "Cancelled" }));
  const onClose = (): void => resolve(undefined);
  lines.once("SIGINT", onInterrupt).once("close", onClose);
  try {
    const answered = lines.question(prompt);
    answered.catch(() => undefined); // it is rejected when the input ends; `stopped` says that already
    return await Promise.race([stopped, answered]);
  } finally {
    lines.off("SIGINT", onInterrupt).off("close", onClose);
  }
}
