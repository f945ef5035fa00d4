/** Names of unknown origin in messages. */
import { cutText, toTerminalText } from "../util/terminal-text.ts";

const MAX_NAME = 128;

/** In double quotes, as it must be written in JSON, short and without control characters. */
export function quoteName(name: string): string {
  return JSON.stringify(toTerminalText(cutText(name, MAX_NAME)));
}
