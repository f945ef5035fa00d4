/** Where finished calls go: into the log of calls, and as a link into the audit trail. */
import { Recorder } from "../calls/recorder.ts";
import type { Config } from "../config/config.ts";
import type { Store } from "../store/store.ts";
import type { CallRecord } from "../types.ts";
import type { Logger } from "../util/log/logger.ts";
import type { Redactor } from "../util/redact.ts";

export interface RecorderParts {
  readonly config: () => Config;
  readonly redactor: Redactor;
  readonly log: Logger;
}

export function createRecorder(store: Store, { config, redactor, log }: RecorderParts): Recorder {
  return new Recorder({
    recordArguments: () => config().settings.recordArguments,
    redactText: (text) => redactor.text(text),
    redactValue: (value) => redactor.value(value),
    onFailure: (error) => log.error("a call could not be recorded", { error: String(error) }),
    write: (record) => {
      store.calls.record(record);
      store.audit.append(auditEventOf(record));
    },
  });
}

function auditEventOf(record: CallRecord): Parameters<Store["audit"]["append"]>[0] {
  const { startedAt, caller, callerName, server, tool, outcome, id, argumentsHash, durationMs, error } =
    record;
  return {
    time: startedAt,
    type: "call",
    subject: { kind: caller, name: callerName },
    target: { server, tool },
    outcome,
    callId: id,
    argumentsHash,
    detail: error === undefined ? { durationMs } : { durationMs, error: error.slice(0, 300) },
  };
}
