/** Names of unknown origin in messages. */
import type { ToolRef } from "../types.ts";
import { cutText, toTerminalText } from "../util/terminal-text.ts";

const MAX_NAME = 128;

/** In double quotes, as it must be written in JSON, short and without control characters. */
export function quoteName(name: string): string {
  return JSON.stringify(toTerminalText(cutText(name, MAX_NAME)));
}

/** The line of configuration that lets everybody call the tool without a question. */
export function howToAllow({ server, tool }: ToolRef): string {
  return `Set "policy": { ${quoteName(tool)}: "allow" } on server ${quoteName(server)} in the configuration, or "trust": true for all of its tools.`;
}
