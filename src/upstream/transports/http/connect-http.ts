/**
 * One configured remote server → one connected client. Streamable HTTP first, then HTTP+SSE if the server's answer says
 * that it is one of those. Never takes longer than its deadline, and leaves nothing open when it fails.
 */
import type { Client, PriorDiscovery } from "@modelcontextprotocol/client";
import { abortFault } from "./abort-fault.ts";
import { asHttpFault } from "./as-http-fault.ts";
import { shouldFallBackToSse } from "./classify-http-error.ts";
import { HttpFault, type HttpFaultKind } from "./http-fault.ts";
import { createHttpTransport, type HttpTransport } from "./http-transport.ts";
import type { HttpTransportOptions } from "./http-transport-options.ts";
import { DEFAULT_HTTP_LIMITS } from "./limits.ts";

export interface ConnectHttpOptions extends Omit<HttpTransportOptions, "kind"> {
  /** `sse` skips Streamable HTTP. Default `http`. */
  readonly kind?: "http" | "sse" | undefined;
  /** A new client with `versionNegotiation: { mode: "auto" }`; called once per attempt. */
  readonly makeClient: () => Client;
  /** What an earlier connection found out; saves the probe. */
  readonly prior?: PriorDiscovery | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpConnection {
  readonly client: Client;
  readonly transport: HttpTransport;
  readonly kind: "http" | "sse";
  close(): Promise<void>;
}

export async function connectHttp(options: ConnectHttpOptions): Promise<HttpConnection> {
  if (options.kind === "sse") return connectOver("sse", options);
  try {
    return await connectOver("http", options);
  } catch (error) {
    if (!shouldFallBackToSse(error)) throw error;
    try {
      return await connectOver("sse", options);
    } catch (sseError) {
      throw moreTelling(error, sseError);
    }
  }
}

async function connectOver(kind: "http" | "sse", options: ConnectHttpOptions): Promise<HttpConnection> {
  const { server, signal } = options;
  if (signal?.aborted === true) throw abortFault(signal, server);
  const timeout = options.limits?.handshakeTimeoutMs ?? DEFAULT_HTTP_LIMITS.handshakeTimeoutMs;
  const transport = createHttpTransport({ ...options, kind });
  const client = options.makeClient();
  const gaveUp = Promise.withResolvers<never>();
  const giveUp = (fault: HttpFault): void => {
    gaveUp.reject(fault);
    void transport.close(fault);
  };
  const onAbort = (): void => giveUp(abortFault(signal ?? AbortSignal.abort(), server));
  const deadline = setTimeout(() => giveUp(handshakeTimeout(server, timeout)), timeout);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    // The old transport exists in the legacy era only, and its servers may ignore a probe.
    const prior = kind === "sse" ? ({ kind: "legacy" } as const) : options.prior;
    const connecting = client.connect(transport, { timeout, ...(prior === undefined ? {} : { prior }) });
    await Promise.race([connecting, gaveUp.promise]);
    return { client, transport, kind, close: () => transport.close() };
  } catch (error) {
    await transport.close();
    throw connectFault(error, transport, server);
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** The SDK's negotiation throws an error of its own; the fault behind it says more (`Retry-After`, the body). */
function connectFault(error: unknown, transport: HttpTransport, server: string): unknown {
  const fault = asHttpFault(error, server);
  const last = transport.lastFault;
  if (fault === undefined || last === undefined) return fault ?? error;
  return fault.status === last.status && fault.kind === last.kind ? last : fault;
}

/** What two failures tell together: the second counts only if an event stream seems to live at this url after all. */
function moreTelling(error: unknown, sseError: unknown): unknown {
  const uninformative: readonly HttpFaultKind[] = [
    "not-found",
    "rejected",
    "not-mcp",
    "session-lost",
    "timeout",
  ];
  return sseError instanceof HttpFault && !uninformative.includes(sseError.kind) ? sseError : error;
}

function handshakeTimeout(server: string, timeout: number): HttpFault {
  return new HttpFault({
    kind: "timeout",
    server,
    message: `Server '${server}' did not complete the MCP handshake within ${timeout} ms`,
    hint: "Check that the url points to an MCP endpoint; raise the time limit for a server that starts slowly.",
    mayHaveRun: false,
  });
}
