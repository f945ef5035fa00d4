/** Whatever a call over HTTP threw → the fault in it. Errors of the SDK that lost ours on the way are rebuilt. */
import {
  InsufficientScopeError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { cleanErrorBody } from "./error-body.ts";
import { HttpFault, type HttpFaultKind } from "./http-fault.ts";
import { statusFault } from "./status-fault.ts";

/** Undefined when the error is not one of the connection: a JSON-RPC error means that the server is well. */
export function asHttpFault(error: unknown, server: string): HttpFault | undefined {
  const own = findFault(error);
  if (own !== undefined) return own;
  if (error instanceof UnauthorizedError) {
    return rebuild(error, server, "unauthorized", `Server '${server}' requires authorization`);
  }
  if (error instanceof InsufficientScopeError) {
    return rebuild(error, server, "forbidden", `Server '${server}' asks for more scopes than were granted`);
  }
  if (error instanceof SdkHttpError && typeof error.status === "number") {
    const body = cleanErrorBody(typeof error.data.text === "string" ? error.data.text : "", (text) => text);
    return statusFault({
      server,
      origin: "its url",
      status: error.status,
      hadSession: false,
      body,
      retryAfterMs: undefined,
    });
  }
  return error instanceof SdkError ? fromSdkError(error, server) : undefined;
}

function fromSdkError(error: SdkError, server: string): HttpFault | undefined {
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      // The SDK reports a caller's abort under the same code; only a deadline has its length as data.
      return hasTimeout(error.data)
        ? rebuild(error, server, "timeout", `Server '${server}' did not answer within the time limit`)
        : rebuild(error, server, "cancelled", `The request to server '${server}' was cancelled`);
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
      return rebuild(error, server, "cancelled", `The connection to server '${server}' was closed`);
    case SdkErrorCode.ClientHttpUnexpectedContent:
    case SdkErrorCode.EraNegotiationFailed:
      return rebuild(
        error,
        server,
        "not-mcp",
        `Server '${server}' gave no usable answer to the MCP handshake`,
      );
    default:
      return undefined;
  }
}

function rebuild(cause: Error, server: string, kind: HttpFaultKind, message: string): HttpFault {
  return new HttpFault({
    kind,
    server,
    message,
    cause,
    mayHaveRun: kind === "timeout" || kind === "cancelled",
  });
}

function hasTimeout(data: unknown): boolean {
  return typeof data === "object" && data !== null && "timeout" in data;
}

function findFault(error: unknown): HttpFault | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (current instanceof HttpFault) return current;
    current = current.cause;
  }
  return undefined;
}
