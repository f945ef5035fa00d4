/**
 * What one line of the log says, before a sink gives it its form.
 */

/** From the most to the least important. */
export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, unknown>>;

/** A record on its way to a sink: without secrets, as plain JSON data, but still with any character in its strings. */
export interface LogRecord {
  /** UTC, ISO 8601 with milliseconds. */
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly server?: string;
  readonly fields: LogFields;
}

/** Where records go. Neither function may throw into the program. */
export interface LogSink {
  write(record: LogRecord): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

/** Whether records of this level are written when the log is set to that one. */
export function isLevelEnabled(level: LogLevel, setTo: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(setTo);
}
