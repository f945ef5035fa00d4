/**
 * One event of the audit trail, in the only form that is stored: short, plain, and the same bytes every time it is
 * written. Secrets must be gone before an event comes here.
 */
import type { CallerKind } from "../../types.ts";

export type AuditType =
  | "call"
  | "policy-decision"
  | "approval"
  | "trust-change"
  | "config-change"
  | "server-start"
  | "pin-change"
  | "token-change"
  | "gap" // written by the trail itself: events were lost before this one
  | "retention"; // written by the trail itself: old events were removed

export interface AuditEvent {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly type: AuditType;
  /** Who did it. */
  readonly subject: { readonly kind: CallerKind | "system"; readonly name: string };
  /** What it was done to. */
  readonly target?: Target;
  readonly outcome?: string;
  readonly callId?: string;
  /** SHA-256 of the canonical arguments. */
  readonly argumentsHash?: string;
  /** At most 1 KiB as JSON; more is cut. */
  readonly detail?: unknown;
}

interface Target {
  readonly server?: string;
  readonly tool?: string;
  readonly resource?: string;
  readonly prompt?: string;
  /** The prompt or resource that an argument was completed for. */
  readonly completion?: string;
  /** A token of the gateway, by its name and id. */
  readonly token?: string;
}

export interface StoredAuditEvent extends AuditEvent {
  /** 1, 2, 3 … without a gap, over all processes. */
  readonly seq: number;
  readonly hash: string;
}

const MAX_NAME = 512;
const MAX_DETAIL_BYTES = 1024;
/** Escaped and in three bytes a character it still stays below the limit. */
const CUT_DETAIL = 256;

/** A copy that is safe to store: names are cut, and the detail is plain JSON of bounded size. */
export function settleEvent(event: AuditEvent): AuditEvent {
  const { subject, target, outcome, callId, argumentsHash, detail } = event;
  return {
    time: Number.isSafeInteger(event.time) ? event.time : Date.now(),
    type: event.type,
    subject: { kind: subject.kind, name: cut(subject.name) },
    ...(target !== undefined && { target: settleTarget(target) }),
    ...(outcome !== undefined && { outcome: cut(outcome) }),
    ...(callId !== undefined && { callId: cut(callId) }),
    ...(argumentsHash !== undefined && { argumentsHash: cut(argumentsHash) }),
    ...(detail !== undefined && { detail: settleDetail(detail) }),
  };
}

function settleTarget({ server, tool, resource, prompt, completion, token }: Target): Target {
  return {
    ...(server !== undefined && { server: cut(server) }),
    ...(tool !== undefined && { tool: cut(tool) }),
    ...(resource !== undefined && { resource: cut(resource) }),
    ...(prompt !== undefined && { prompt: cut(prompt) }),
    ...(completion !== undefined && { completion: cut(completion) }),
    ...(token !== undefined && { token: cut(token) }),
  };
}

function settleDetail(detail: unknown): unknown {
  const json = toJson(detail);
  if (json === undefined) return { unreadable: typeof detail };
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_DETAIL_BYTES) return { cut: true, bytes, start: json.slice(0, CUT_DETAIL) };
  return JSON.parse(json);
}

/** Undefined for what JSON cannot say: cycles, functions, big integers. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function cut(text: string): string {
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text;
}
