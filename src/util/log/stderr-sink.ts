/**
 * Shows the log to a person: one line per record on stderr, `warn  [github] message  key=value`. Whatever a server put
 * into a message or field stays on that line and does nothing to the terminal.
 */
import type { Writable } from "node:stream";
import { cutText, toTerminalText } from "../terminal-text.ts";
import type { LogLevel, LogRecord, LogSink } from "./record.ts";

export interface StderrSinkOptions {
  readonly color: boolean;
  /** Instead of stderr. */
  readonly stream?: Writable;
}

const MAX_MESSAGE = 4_000;
const MAX_FIELD = 1_000;

export function stderrSink({ color, stream }: StderrSinkOptions): LogSink {
  let output: Writable | undefined;
  let isBroken = false;

  /** At the first record, since touching stderr costs time at the start; a reader that went away is no error of ours. */
  function openOutput(): Writable {
    const opened = stream ?? process.stderr;
    opened.on("error", () => (isBroken = true));
    return opened;
  }

  return {
    write(record) {
      output ??= openOutput();
      if (!isBroken) output.write(`${formatLine(record, color)}\n`);
    },
    close() {
      const opened = output;
      if (opened === undefined || isBroken) return Promise.resolve();
      // An empty write calls back when everything before it is out.
      return new Promise((resolve) => opened.write("", () => resolve()));
    },
  };
}

/** The record as one line without its end. */
export function formatLine(record: LogRecord, color: boolean): string {
  const level = record.level.padEnd(5);
  const server = record.server === undefined ? "" : `[${safe(record.server, MAX_FIELD)}] `;
  const fields = Object.entries(record.fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${safe(key, MAX_FIELD)}=${formatValue(value)}`)
    .join("");
  const start = color ? `${COLORS[record.level]}${level}\u001b[0m` : level;
  return `${start} ${server}${safe(record.message, MAX_MESSAGE)}${color && fields !== "" ? `\u001b[2m${fields}\u001b[0m` : fields}`;
}

const COLORS: Readonly<Record<LogLevel, string>> = {
  error: "\u001b[31m",
  warn: "\u001b[33m",
  info: "\u001b[36m",
  debug: "\u001b[2m",
};

function formatValue(value: unknown): string {
  if (typeof value === "string") return NEEDS_NO_QUOTES.test(value) ? safe(value, MAX_FIELD) : quoted(value);
  // Of an error a person wants the message; the file has the stack.
  if (isErrorData(value)) return quoted(value.message);
  return safe(JSON.stringify(value) ?? "undefined", MAX_FIELD);
}

const NEEDS_NO_QUOTES = /^[^\s"'=]+$/;

function quoted(text: string): string {
  return safe(JSON.stringify(text), MAX_FIELD);
}

function isErrorData(value: unknown): value is { readonly message: string } {
  if (typeof value !== "object" || value === null || !("stack" in value) || !("message" in value))
    return false;
  return typeof value.message === "string";
}

function safe(text: string, maxChars: number): string {
  return cutText(toTerminalText(text), maxChars);
}
