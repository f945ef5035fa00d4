/**
 * The log of the program. Every record passes the redactor here, right before the sinks, so that no caller can write a
 * secret by mistake, at no level. Logging never throws, and a level that is off costs one comparison.
 */
import { messageOf } from "../../errors.ts";
import type { Redactor } from "../redact.ts";
import { isLevelEnabled, type LogFields, type LogLevel, type LogRecord, type LogSink } from "./record.ts";

/** What goes with a message; as a function it is called only when the record is written. */
export type LazyFields = LogFields | (() => LogFields);

export interface Logger {
  error(message: string, fields?: LazyFields): void;
  warn(message: string, fields?: LazyFields): void;
  info(message: string, fields?: LazyFields): void;
  debug(message: string, fields?: LazyFields): void;
  isEnabled(level: LogLevel): boolean;
  /** A logger for one server, possibly with a level of its own; it shares the sinks. */
  child(options: { readonly server: string; readonly level?: LogLevel }): Logger;
  /** Closes the sinks, for all loggers that share them, once everything is written. */
  close(): Promise<void>;
}

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly redactor: Redactor;
  readonly sinks: readonly LogSink[];
  readonly server?: string;
}

export function createLogger(options: LoggerOptions): Logger {
  const { level: setTo, sinks } = options;

  function write(level: LogLevel, message: string, fields: LazyFields = {}): void {
    if (!isLevelEnabled(level, setTo)) return;
    const record = createRecord(options, { level, message, fields: fieldsOf(fields) });
    for (const sink of sinks) sink.write(record);
  }

  return {
    error: (message, fields) => write("error", message, fields),
    warn: (message, fields) => write("warn", message, fields),
    info: (message, fields) => write("info", message, fields),
    debug: (message, fields) => write("debug", message, fields),
    isEnabled: (level) => isLevelEnabled(level, setTo),
    child: ({ server, level = setTo }) => createLogger({ ...options, server, level }),
    async close() {
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}

function fieldsOf(fields: LazyFields): LogFields {
  if (typeof fields !== "function") return fields;
  try {
    return fields();
  } catch (error) {
    return { fieldsFailed: messageOf(error) }; // a defect of the caller, but no reason to lose the message
  }
}

interface Given {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

function createRecord({ redactor, server }: LoggerOptions, { level, message, fields }: Given): LogRecord {
  const safeFields = redactor.value(fields);
  return {
    time: new Date().toISOString(),
    level,
    message: redactor.text(message),
    ...(server === undefined ? {} : { server: redactor.text(server) }),
    fields: isFields(safeFields) ? safeFields : { fields: safeFields },
  };
}

function isFields(value: unknown): value is LogFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
