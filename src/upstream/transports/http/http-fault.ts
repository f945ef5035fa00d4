/**
 * The one error that leaves this folder. It names the server and the cause, says what kind of fault it is so that
 * the supervisor need not read messages, and never holds a header, a URL path or an uncleaned body.
 */
import { TackleError, type ErrorCode } from "../../../errors.ts";

export type HttpFaultKind =
  | "unauthorized" // 401
  | "forbidden" // 403
  | "not-found" // 404 without a session, 410
  | "rejected" // any other 4xx
  | "rate-limited" // 429
  | "server-error" // 5xx
  | "redirected" // a redirect that is not followed
  | "unreachable" // DNS, refused, reset, connect timeout, a stream cut before the reply
  | "tls" // the certificate or the TLS handshake
  | "not-mcp" // a reply that is not MCP: HTML, another id, a hostile session id, an undecodable body
  | "too-large" // a body or an event above its limit
  | "session-lost" // the server no longer knows our session
  | "timeout" // a deadline passed
  | "cancelled"; // the caller gave up, or the connection was closed by us

export interface HttpFaultDetails {
  readonly kind: HttpFaultKind;
  readonly server: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Whether the server may have acted on the request: then only an idempotent call is safe to repeat. */
  readonly mayHaveRun: boolean;
  /** Whether the body of the reply was a JSON-RPC error, which only an MCP endpoint sends. */
  readonly spokeJsonRpc?: boolean | undefined;
}

export class HttpFault extends TackleError {
  readonly kind: HttpFaultKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly mayHaveRun: boolean;
  readonly spokeJsonRpc: boolean;

  constructor(details: HttpFaultDetails) {
    super({
      code: CODE_BY_KIND[details.kind],
      message: details.message,
      hint: details.hint,
      cause: details.cause,
      server: details.server,
    });
    this.kind = details.kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.mayHaveRun = details.mayHaveRun;
    this.spokeJsonRpc = details.spokeJsonRpc ?? false;
  }
}

const CODE_BY_KIND: Readonly<Record<HttpFaultKind, ErrorCode>> = {
  unauthorized: "connection",
  forbidden: "connection",
  "not-found": "connection",
  rejected: "connection",
  "rate-limited": "busy",
  "server-error": "connection",
  redirected: "connection",
  unreachable: "connection",
  tls: "connection",
  "not-mcp": "protocol",
  "too-large": "protocol",
  "session-lost": "connection",
  timeout: "timeout",
  cancelled: "cancelled",
};
