/**
 * The SDK's HTTP transports made fit for a host: each request ends with its reply or with a fault that names the
 * server, nothing outlives its deadline or the connection, and closing never hangs.
 */
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/client";
import type { Agent } from "undici";
import { createAgent } from "./agent.ts";
import { cleanText } from "./clean-text.ts";
import { cleanedError, convertStartError } from "./convert-send-error.ts";
import { endSession } from "./end-session.ts";
import { createExchange, exchangeContext } from "./exchange.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import type { EventStreamEnd } from "./hop.ts";
import { HttpFault, type HttpFaultKind } from "./http-fault.ts";
import { checkUrl, type HttpTransportOptions } from "./http-transport-options.ts";
import { DEFAULT_HTTP_LIMITS } from "./limits.ts";
import { PendingReplies } from "./pending-replies.ts";
import { createReconnection, type Reconnection } from "./reconnection.ts";
import { redactSent, type Redact } from "./redact-sent.ts";
import { checkHeaders } from "./request-headers.ts";
import { createSdkTransport } from "./sdk-transport.ts";
import { StandingStream } from "./standing-stream.ts";
import { sendMessage, sendRequest, type Wire } from "./wire.ts";

const HINTS: Readonly<Partial<Record<HttpFaultKind, string>>> = {
  unreachable: "The call may have run: repeat it only if that is harmless.",
  "not-mcp": "The server breaks the protocol here; tell its maintainer.",
  timeout: "The server is slow or stuck; raise the time limit if it only needs longer.",
};

export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  return new HttpTransport(options);
}

export class HttpTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  readonly kind: "http" | "sse";
  /** Closing the stream of a request cancels it; the old transport has one stream for all. */
  readonly hasPerRequestStream: boolean;

  readonly #wire: Wire;
  readonly #agent: Agent;
  readonly #redact: Redact;
  readonly #reconnection: Reconnection;
  readonly #standingStream: StandingStream;
  readonly #closed = new AbortController();
  #closing: Promise<void> | undefined;
  #lastFault: HttpFault | undefined;

  constructor(options: HttpTransportOptions) {
    const { server, kind, authProvider, authFetch, redact } = options;
    const url = checkUrl(options);
    const { origin } = url;
    const headers = checkHeaders(server, options.headers ?? {});
    const limits = { ...DEFAULT_HTTP_LIMITS, ...options.limits };
    const redactOwn = redactSent(headers, url);
    const fault: Wire["fault"] = (faultKind, what) => {
      const message = `Server '${server}' at ${origin}: ${what}`;
      return new HttpFault({ kind: faultKind, server, message, hint: HINTS[faultKind], mayHaveRun: true });
    };
    this.kind = kind;
    this.hasPerRequestStream = kind === "http";
    this.#redact = (text) => redactOwn(redact?.(text) ?? text);
    this.#agent = createAgent(limits);
    this.#reconnection = createReconnection(() => exchangeContext.getStore()?.kind === "request");
    this.#standingStream = new StandingStream({
      canRefresh: authProvider !== undefined,
      onLost: (lost) => options.onStreamLost?.(lost ?? fault("unreachable", "its event stream is lost")),
    });
    const inner = createSdkTransport({
      kind,
      url,
      authProvider,
      reconnection: this.#reconnection,
      onmessage: (message, extra) => this.#receive(message, extra),
      onerror: (error) => this.#report(error),
      fetch: createGuardedFetch({
        server,
        url,
        headers,
        limits,
        redact,
        authFetch,
        agent: this.#agent,
        postsAreInSession: kind === "sse",
        onFault: (latest) => (this.#lastFault = latest),
        onEventStreamEnd: (end) => this.#onEventStreamEnd(end),
      }),
    });
    this.#wire = { server, origin, limits, inner, fault, pending: new PendingReplies() };
  }

  get sessionId(): string | undefined {
    return this.#wire.inner.sessionId;
  }

  /** Requests whose replies have not come yet. */
  get pendingReplies(): number {
    return this.#wire.pending.size;
  }

  /** The fault of the latest failed request: the SDK's version negotiation drops it from the error it throws. */
  get lastFault(): HttpFault | undefined {
    return this.#lastFault;
  }

  setProtocolVersion(version: string): void {
    this.#wire.inner.setProtocolVersion(version);
  }

  /** Exchanges the parameters of an OAuth callback for tokens. */
  async finishAuth(callback: URLSearchParams): Promise<void> {
    await this.#wire.inner.finishAuth(callback);
  }

  async start(): Promise<void> {
    const { signal } = this.#closed;
    signal.throwIfAborted();
    const exchange = createExchange({ kind: "start", id: "", method: "connect", signal });
    const wasClosed = Promise.withResolvers<never>();
    const onClosed = (): void => wasClosed.reject(signal.reason);
    signal.addEventListener("abort", onClosed, { once: true });
    try {
      // A server that never says where to post would keep the SDK waiting even after a close.
      await Promise.race([exchangeContext.run(exchange, () => this.#wire.inner.start()), wasClosed.promise]);
    } catch (error) {
      // Otherwise the SDK's event source would go on connecting in the background for ever.
      await this.close();
      throw convertStartError(error, { server: this.#wire.server, origin: this.#wire.origin, exchange });
    } finally {
      signal.removeEventListener("abort", onClosed);
    }
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isJSONRPCRequest(message)) return sendRequest(this.#wire, message, options);
    if ("method" in message && message.method === "notifications/cancelled") {
      // Before 2026-07-28 the SDK leaves the response stream of a cancelled request open.
      this.#wire.pending
        .get(String(message.params?.["requestId"]))
        ?.abort(this.#wire.fault("cancelled", "the request was cancelled"));
    }
    return sendMessage(this.#wire, message, options);
  }

  /** Ends every exchange at once, tells the server that the session is over, and lets go of all sockets. */
  async close(fault: HttpFault = this.#wire.fault("cancelled", "the connection was closed")): Promise<void> {
    this.#closing ??= this.#close(fault);
    return this.#closing;
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (!isJSONRPCResponse(message)) {
      this.onmessage?.(message, extra);
      return;
    }
    const pending = this.#wire.pending.get(String(message.id));
    if (pending !== undefined) {
      pending.resolve();
      this.onmessage?.(message, extra);
      return;
    }
    // A late reply is dropped. One that stands where the reply to another request belongs ends that request now.
    const asked = exchangeContext.getStore();
    if (asked?.kind !== "request") return;
    const said = isJSONRPCErrorResponse(message) ? `: ${this.#clean(message.error.message)}` : "";
    this.#wire.pending
      .get(asked.id)
      ?.abort(this.#wire.fault("not-mcp", `${asked.method} was answered with another id${said}`));
  }

  #report(error: Error): void {
    if (this.#closing !== undefined) return;
    // The only sign that the SDK gave up on a stream; that of a request ends the request instead.
    if (
      error.message.startsWith("Maximum reconnection attempts") &&
      exchangeContext.getStore()?.kind !== "request"
    ) {
      this.#standingStream.gaveUp();
    }
    this.onerror?.(cleanedError(error, this.#wire.server, this.#redact));
  }

  #onEventStreamEnd(end: EventStreamEnd): void {
    if (this.#closing !== undefined) return;
    if (this.kind === "http") this.#standingStream.ended(end);
    // A reopened stream of the old transport would be a new session that was never initialized: this is the end.
    else if (end.wasOpen)
      void this.#endWith(end.fault ?? this.#wire.fault("unreachable", "it ended its event stream"));
  }

  async #endWith(fault: HttpFault): Promise<void> {
    this.onerror?.(fault);
    await this.close(fault);
  }

  async #close(fault: HttpFault): Promise<void> {
    this.#closed.abort(fault);
    this.#wire.pending.abortAll(fault);
    this.#reconnection.cancelAll();
    try {
      if (this.#lastFault?.kind !== "session-lost")
        await endSession(this.#wire.inner, this.#wire.limits.closeTimeoutMs);
      await this.#wire.inner.close();
      await this.#agent.destroy();
    } finally {
      this.onclose?.();
    }
  }

  #clean(text: string): string {
    return cleanText(text, { redact: this.#redact, maxLength: 300 });
  }
}
