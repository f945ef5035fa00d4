/**
 * Writes a record as one line of JSON in printable ASCII: no content can end the line, start a new one, or do something
 * to the terminal of whoever prints the file.
 */
import { cutText } from "../terminal-text.ts";
import type { LogRecord } from "./record.ts";

const MAX_STRING = 32_000;
const MAX_LINE = 256 * 1024;

/** The line with its end. The record's own keys come first and cannot be overwritten by fields of the same name. */
export function formatJsonLine(record: LogRecord): string {
  const { fields, ...own } = record;
  const entries = Object.entries(fields).map(
    ([key, value]) => [Object.hasOwn(own, key) ? `field_${key}` : key, value] as const,
  );
  const line = stringify({ ...own, ...Object.fromEntries(entries) });
  if (line.length <= MAX_LINE) return `${line}\n`;
  return `${stringify({ ...own, cut: `fields of ${line.length} characters` })}\n`;
}

function stringify(value: unknown): string {
  const json = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "string" ? cutText(part, MAX_STRING) : part,
  );
  return json.replace(
    NOT_PRINTABLE_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/g;
