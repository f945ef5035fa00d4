/** The log of one run: stderr and, once something is said, a file in the state folder; every record is redacted. */
import { join } from "node:path";
import { stateFolder, type Environment } from "../util/paths.ts";
import { lazySink } from "../util/log/lazy-sink.ts";
import { createLogger, type Logger } from "../util/log/logger.ts";
import { LOG_LEVELS, type LogLevel } from "../util/log/record.ts";
import type { Redactor } from "../util/redact.ts";
import type { OptionValues } from "./command.ts";
import type { Terminal } from "./terminal.ts";

export interface LogSurroundings {
  readonly env: Environment;
  readonly terminal: Terminal;
  readonly redactor: Redactor;
}

export function openLog(options: OptionValues, { env, terminal, redactor }: LogSurroundings): Logger {
  const sinks = [
    lazySink(async () => {
      const { stderrSink } = await import("../util/log/stderr-sink.ts");
      const { stderr, stderrStyle } = terminal;
      return stderrSink({ color: stderrStyle("dim", ".") !== ".", stream: stderr });
    }),
    lazySink(async () => (await import("../util/log/file-sink.ts")).fileSink({ path: logFile(env) })),
  ];
  return createLogger({ level: levelOf(options, env), redactor, sinks });
}

function logFile(env: Environment): string {
  return join(stateFolder(env), "logs", "tackle.log");
}

/** `--debug` and TACKLE_DEBUG=1 say everything; else --log-level, else TACKLE_LOG_LEVEL, else warnings and errors. */
function levelOf(options: OptionValues, env: Environment): LogLevel {
  if (isDebug(options, env)) return "debug";
  const named = options.text("log-level") ?? env["TACKLE_LOG_LEVEL"];
  return LOG_LEVELS.find((level) => level === named) ?? "warn";
}

function isDebug(options: OptionValues, env: Environment): boolean {
  const variable = env["TACKLE_DEBUG"];
  return (
    options.flag("debug") ||
    (variable !== undefined && variable !== "" && variable !== "0" && variable !== "false")
  );
}
