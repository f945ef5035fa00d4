/** An error of the protocol itself: what a peer answers, or is answered, instead of a result. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The codes that both eras share, and those that only one has. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Legacy: a resource that does not exist. */
  resourceNotFound: -32002,
  /** Legacy: the session is not known. */
  sessionNotFound: -32001,
  /** Legacy: a page must be visited before the request can be made. */
  urlElicitationRequired: -32042,
  /** A limit was reached: of requests, of streams, of what waits for a client. */
  overLimit: -32005,
  /** Modern: the headers do not say what the body says. */
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;
