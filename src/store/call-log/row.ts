/** A call as a row of the table `calls` and back. Text from outside is cut; a number that is none becomes 0. */
import type { SQLInputValue } from "node:sqlite";
import type { CallKind, CallOutcome, CallerKind, CallRecord } from "../../types.ts";

const MAX_NAME = 512;
const MAX_ERROR = 4 * 1024;
const MAX_ARGUMENTS = 64 * 1024;

/** In the order of the columns. */
export function toRow(record: CallRecord): readonly SQLInputValue[] {
  return [
    record.id,
    record.parent ?? null,
    whole(record.startedAt),
    Number.isFinite(record.durationMs) ? record.durationMs : 0,
    cut(record.server, MAX_NAME),
    cut(record.tool, MAX_NAME),
    record.caller,
    cut(record.callerName, MAX_NAME),
    record.outcome,
    record.error === undefined ? null : cut(record.error, MAX_ERROR),
    whole(record.bytesIn),
    whole(record.bytesOut),
    record.argumentsHash,
    record.arguments === undefined ? null : cut(record.arguments, MAX_ARGUMENTS),
    record.fromCache ? 1 : 0,
    record.kind,
  ];
}

export interface CallRow {
  readonly id: string;
  readonly parent: string | null;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly server: string;
  readonly tool: string;
  readonly caller: CallerKind;
  readonly caller_name: string;
  readonly outcome: CallOutcome;
  readonly error: string | null;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly arguments_hash: string;
  readonly arguments: string | null;
  readonly from_cache: number;
  readonly kind: CallKind;
}

export function fromRow(row: CallRow): CallRecord {
  return {
    id: row.id,
    parent: row.parent ?? undefined,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    server: row.server,
    kind: row.kind,
    tool: row.tool,
    caller: row.caller,
    callerName: row.caller_name,
    outcome: row.outcome,
    error: row.error ?? undefined,
    bytesIn: row.bytes_in,
    bytesOut: row.bytes_out,
    argumentsHash: row.arguments_hash,
    arguments: row.arguments ?? undefined,
    fromCache: row.from_cache === 1,
  };
}

function whole(value: number): number {
  const rounded = Math.round(value);
  return Number.isSafeInteger(rounded) ? rounded : 0;
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
