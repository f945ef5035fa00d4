/** An error of a call or a connect → what the supervisor does about it. Only what may pass by itself is retried on a timer. */
import { asHttpFault } from "./as-http-fault.ts";
import type { HttpFaultKind } from "./http-fault.ts";

export interface HttpVerdict {
  readonly kind: HttpFaultKind;
  /** Whether connecting again later, without anybody changing anything, can help. */
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  /** Whether the server may have acted on the request: then only an idempotent call is safe to repeat. */
  readonly mayHaveRun: boolean;
}

const RETRYABLE: ReadonlySet<HttpFaultKind> = new Set([
  "rate-limited",
  "server-error",
  "unreachable",
  "session-lost",
  "timeout",
]);

/** Undefined when the error is not one of the connection. */
export function classifyHttpError(error: unknown): HttpVerdict | undefined {
  const fault = asHttpFault(error, "");
  if (fault === undefined) return undefined;
  const { kind, mayHaveRun, retryAfterMs } = fault;
  const retryable = RETRYABLE.has(kind);
  return { kind, retryable, mayHaveRun, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** Whether the server forgot our session: then one new connection, shared by all callers, puts it right. */
export function isSessionLost(error: unknown): boolean {
  return asHttpFault(error, "")?.kind === "session-lost";
}

/**
 * Whether a failed first connect over Streamable HTTP should be tried again over HTTP+SSE (2025-11-25, transports:
 * backwards compatibility). A 400 with a JSON-RPC error comes from an endpoint that speaks Streamable HTTP already.
 */
export function shouldFallBackToSse(error: unknown): boolean {
  const fault = asHttpFault(error, "");
  if (fault?.status === 400) return !fault.spokeJsonRpc;
  return fault?.status === 404 || fault?.status === 405;
}
