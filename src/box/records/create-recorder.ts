/** Where finished calls go: to the store, or by way of a thread that writes to it. */
import { Recorder } from "../../calls/recorder.ts";
import type { Config } from "../../config/config.ts";
import type { CallRecord } from "../../types.ts";
import type { Logger } from "../../util/log/logger.ts";
import type { Redactor } from "../../util/redact.ts";

export interface RecorderParts {
  readonly config: () => Config;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly write: (record: CallRecord) => void;
}

export function createRecorder({ config, redactor, log, write }: RecorderParts): Recorder {
  return new Recorder({
    recordArguments: () => config().settings.recordArguments,
    redactText: (text) => redactor.text(text),
    redactValue: (value) => redactor.value(value),
    onFailure: (error) => log.error("a call could not be recorded", { error: String(error) }),
    write,
  });
}
