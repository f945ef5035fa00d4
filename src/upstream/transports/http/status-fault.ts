/** A response that is not 2xx → a fault. A session that the server forgot is told apart from an address that is wrong. */
import { STATUS_CODES } from "node:http";
import type { ErrorBody, RpcError } from "./error-body.ts";
import { HttpFault, type HttpFaultKind } from "./http-fault.ts";

export interface FailedResponse {
  readonly server: string;
  readonly origin: string;
  readonly status: number;
  /** Whether the request belonged to a session of the server. */
  readonly hadSession: boolean;
  readonly body: ErrorBody;
  readonly retryAfterMs: number | undefined;
}

export function statusFault(response: FailedResponse): HttpFault {
  const { server, origin, status, body } = response;
  const kind = kindOfStatus(status, response.hadSession, body.rpcError);
  const reason = STATUS_CODES[status] ?? "";
  const said = body.summary === "" ? "" : `: ${body.summary}`;
  return new HttpFault({
    kind,
    server,
    status,
    message: `Server '${server}' at ${origin} answered HTTP ${status} ${reason}`.trimEnd() + said,
    hint: HINTS[kind],
    retryAfterMs: response.retryAfterMs,
    // A 4xx is a refusal, and 503 is sent by whatever stands before a server that is not there.
    mayHaveRun: status >= 500 && status !== 503,
    spokeJsonRpc: body.rpcError !== undefined,
  });
}

function kindOfStatus(status: number, hadSession: boolean, rpcError: RpcError | undefined): HttpFaultKind {
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 404 || status === 410) return hadSession ? "session-lost" : "not-found";
  // Many servers, the SDK's own examples among them, answer an unknown session with 400 and -32000.
  if (status === 400 && hadSession && isSessionComplaint(rpcError)) return "session-lost";
  if (status === 429) return "rate-limited";
  return status >= 500 ? "server-error" : "rejected";
}

function isSessionComplaint(rpcError: RpcError | undefined): boolean {
  if (rpcError === undefined || (rpcError.code !== -32000 && rpcError.code !== -32001)) return false;
  return /\bsession\b|not initialized/i.test(rpcError.message);
}

const HINTS: Readonly<Partial<Record<HttpFaultKind, string>>> = {
  unauthorized: "Sign in to this server, or check the Authorization header in its configuration.",
  forbidden: "The credentials were understood but are not allowed here; ask for access or other scopes.",
  "not-found": "Check the path of the url; MCP endpoints often end in /mcp or /sse.",
  rejected: "Check the url and the headers of this server.",
  "rate-limited": "Wait before the next call; fewer parallel calls help.",
  "server-error": "The fault is on the server's side; try again later or ask its operator.",
  "session-lost": "The server restarted or dropped the session; a new connection is needed.",
};
