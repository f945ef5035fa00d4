/** Why a server is not as it should be, and the next step: a block of lines for people. */
import type { ServerStatus } from "../../types.ts";
import { toTerminalText } from "../../util/terminal-text.ts";

/** Undefined where there is nothing to explain. */
export function explainStatus({ name, state, reason, hint }: ServerStatus): string | undefined {
  if (reason === undefined || state === "disabled") return undefined;
  const text = toTerminalText(reason, { keepNewlines: true });
  const shown = toTerminalText(name);
  // Most reasons name their server themselves.
  const lines = [text.includes(`'${shown}'`) ? text : `${shown}: ${text}`];
  if (hint !== undefined) lines.push(toTerminalText(hint, { keepNewlines: true }));
  return lines.join("\n").replaceAll("\n", "\n  ");
}
