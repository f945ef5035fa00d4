/** A finished call goes into the log of calls, and as a link into the audit trail. */
import type { Store } from "../../store/store.ts";
import type { CallRecord } from "../../types.ts";

export function recordCall({ calls, audit }: Pick<Store, "calls" | "audit">, record: CallRecord): void {
  calls.record(record);
  audit.append(auditEventOf(record));
}

function auditEventOf(record: CallRecord): Parameters<Store["audit"]["append"]>[0] {
  const { startedAt, caller, callerName, server, kind, tool, outcome, id, argumentsHash, durationMs, error } =
    record;
  return {
    time: startedAt,
    type: "call",
    subject: { kind: caller, name: callerName },
    target: kind === "tool" ? { server, tool } : { server, [kind]: tool },
    outcome,
    callId: id,
    argumentsHash,
    detail: error === undefined ? { durationMs } : { durationMs, error: error.slice(0, 300) },
  };
}
