/** One record of a server's log for people: when, how grave, who, what; further lines stand below the first. */
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { Style } from "../../terminal.ts";
import type { LogRecordShown } from "./log-lines.ts";

export function renderRecord(record: LogRecordShown, style: Style): string {
  const { level, from, message, reason } = record;
  const text = typeof reason === "string" ? `${message}: ${reason}` : message;
  const [first = "", ...others] = toTerminalText(text, { keepNewlines: true }).split("\n");
  const time = toTerminalText(record.time);
  const word = toTerminalText(level).padEnd(5);
  const indent = " ".repeat([time, word, from.padEnd(6), ""].join("  ").length);
  const isGrave = level === "warn" || level === "error";
  return [
    `${style("dim", time)}  ${isGrave ? style("yellow", word) : word}  ${from.padEnd(6)}  ${first}`,
    ...others.map((line) => indent + line),
  ].join("\n");
}
