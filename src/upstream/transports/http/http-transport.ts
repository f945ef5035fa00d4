/**
 * The SDK's HTTP transports made fit for a host: each request ends with its reply or with a fault that names the
 * server, nothing outlives its deadline or the connection, and closing never hangs.
 */
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/client";
import type { Agent } from "undici";
import { createAgent } from "./agent.ts";
import { cleanText } from "./clean-text.ts";
import { cleanedError, convertSendError, convertStartError } from "./convert-send-error.ts";
import { endSession } from "./end-session.ts";
import { createExchange, exchangeContext } from "./exchange.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import type { EventStreamEnd } from "./hop.ts";
import { HttpFault, type HttpFaultKind } from "./http-fault.ts";
import { checkUrl, type HttpTransportOptions } from "./http-transport-options.ts";
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from "./limits.ts";
import { PendingReplies } from "./pending-replies.ts";
import { createReconnection, type Reconnection } from "./reconnection.ts";
import { redactSent, type Redact } from "./redact-sent.ts";
import { checkHeaders } from "./request-headers.ts";
import { StandingStream } from "./standing-stream.ts";
import { createSdkTransport, type SdkTransport } from "./sdk-transport.ts";

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

  readonly #options: HttpTransportOptions;
  readonly #origin: string;
  readonly #limits: HttpLimits;
  readonly #redact: Redact;
  readonly #agent: Agent;
  readonly #inner: SdkTransport;
  readonly #reconnection: Reconnection;
  readonly #standingStream: StandingStream;
  readonly #pending = new PendingReplies();
  readonly #closed = new AbortController();
  #closing: Promise<void> | undefined;
  #lastFault: HttpFault | undefined;

  constructor(options: HttpTransportOptions) {
    const url = checkUrl(options);
    const headers = checkHeaders(options.server, options.headers ?? {});
    const redactOwn = redactSent(headers, url);
    this.kind = options.kind;
    this.hasPerRequestStream = options.kind === "http";
    this.#options = options;
    this.#origin = url.origin;
    this.#limits = { ...DEFAULT_HTTP_LIMITS, ...options.limits };
    this.#redact = (text) => redactOwn(options.redact?.(text) ?? text);
    this.#agent = createAgent(this.#limits);
    this.#reconnection = createReconnection(() => exchangeContext.getStore()?.kind === "request");
    this.#standingStream = new StandingStream({
      canRefresh: options.authProvider !== undefined,
      onLost: (fault) =>
        options.onStreamLost?.(fault ?? this.#fault("unreachable", "its event stream is lost")),
    });
    const fetch = createGuardedFetch({
      server: options.server,
      url,
      headers,
      agent: this.#agent,
      limits: this.#limits,
      redact: options.redact,
      authFetch: options.authFetch,
      postsAreInSession: options.kind === "sse",
      onFault: (fault) => (this.#lastFault = fault),
      onEventStreamEnd: (end) => this.#onEventStreamEnd(end),
    });
    const { kind, authProvider } = options;
    this.#inner = createSdkTransport({ kind, url, fetch, authProvider, reconnection: this.#reconnection });
    this.#inner.onmessage = (message: JSONRPCMessage, extra?: MessageExtraInfo) =>
      this.#receive(message, extra);
    this.#inner.onerror = (error) => this.#report(error);
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  /** The fault of the latest failed request: the SDK's version negotiation drops it from the error it throws. */
  get lastFault(): HttpFault | undefined {
    return this.#lastFault;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  /** Exchanges the parameters of an OAuth callback for tokens. */
  async finishAuth(callback: URLSearchParams): Promise<void> {
    await this.#inner.finishAuth(callback);
  }

  async start(): Promise<void> {
    const { signal } = this.#closed;
    const exchange = createExchange({ kind: "start", id: "", method: "connect", signal });
    const wasClosed = Promise.withResolvers<never>();
    const onClosed = (): void => wasClosed.reject(signal.reason);
    signal.addEventListener("abort", onClosed, { once: true });
    try {
      // A server that never says where to post would keep the SDK waiting even after a close.
      await Promise.race([exchangeContext.run(exchange, () => this.#inner.start()), wasClosed.promise]);
    } catch (error) {
      // Otherwise the SDK's event source would go on connecting in the background for ever.
      await this.close();
      throw convertStartError(error, { server: this.#options.server, origin: this.#origin, exchange });
    } finally {
      signal.removeEventListener("abort", onClosed);
    }
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isJSONRPCRequest(message)) return this.#sendRequest(message, options);
    if ("method" in message && message.method === "notifications/cancelled") {
      // Before 2026-07-28 the SDK leaves the response stream of a cancelled request open.
      this.#pending
        .get(String(message.params?.["requestId"]))
        ?.abort(this.#fault("cancelled", "the request was cancelled"));
    }
    return this.#sendMessage(message, options);
  }

  /** Ends every exchange at once, tells the server that the session is over, and lets go of all sockets. */
  async close(fault: HttpFault = this.#fault("cancelled", "the connection was closed")): Promise<void> {
    this.#closing ??= this.#close(fault);
    return this.#closing;
  }

  /** Settles when the reply has come, so that whatever ends the exchange early rejects the caller's request. */
  async #sendRequest(message: JSONRPCRequest, options: TransportSendOptions | undefined): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const exchange = createExchange({
      kind: "request",
      id: String(message.id),
      method: message.method,
      signal,
    });
    const pending = this.#pending.add(exchange, controller);
    const onCallerAbort = (): void => pending.abort(this.#fault("cancelled", "the request was cancelled"));
    if (options?.requestSignal?.aborted === true) onCallerAbort();
    options?.requestSignal?.addEventListener("abort", onCallerAbort, { once: true });
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      pending.reject(
        exchange.fault ?? this.#fault("unreachable", `ended the stream before it answered ${message.method}`),
      );
    };
    try {
      const sent = exchangeContext.run(exchange, () =>
        this.#inner.send(message, { ...options, requestSignal: signal, onRequestStreamEnd }),
      );
      await Promise.race([sent, pending.ended]);
      if (exchange.opened === "whole")
        pending.reject(this.#fault("not-mcp", `no reply to ${message.method} in its answer`));
      await pending.ended;
    } catch (error) {
      const converted = convertSendError(error, {
        server: this.#options.server,
        origin: this.#origin,
        exchange,
      });
      pending.drop();
      throw converted;
    } finally {
      options?.requestSignal?.removeEventListener("abort", onCallerAbort);
    }
  }

  /** A message that has no reply: it must be taken within its own deadline, since nobody else sets one. */
  async #sendMessage(message: JSONRPCMessage, options: TransportSendOptions | undefined): Promise<void> {
    const method = "method" in message ? message.method : "a response";
    const controller = new AbortController();
    const { signal } = controller;
    const exchange = createExchange({ kind: "message", id: "", method, signal });
    const deadline = setTimeout(() => {
      controller.abort(this.#fault("timeout", `${method} was not accepted within the time limit`));
    }, this.#limits.notificationTimeoutMs);
    try {
      await exchangeContext.run(exchange, () =>
        this.#inner.send(message, { ...options, requestSignal: signal }),
      );
    } catch (error) {
      throw convertSendError(error, { server: this.#options.server, origin: this.#origin, exchange });
    } finally {
      clearTimeout(deadline);
    }
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (!isJSONRPCResponse(message)) {
      this.onmessage?.(message, extra);
      return;
    }
    const pending = this.#pending.get(String(message.id));
    if (pending !== undefined) {
      pending.resolve();
      this.onmessage?.(message, extra);
      return;
    }
    // A late reply is dropped. One that stands where the reply to another request belongs ends that request now.
    const asked = exchangeContext.getStore();
    if (asked?.kind !== "request") return;
    const said = isJSONRPCErrorResponse(message) ? `: ${this.#clean(message.error.message)}` : "";
    this.#pending
      .get(asked.id)
      ?.abort(this.#fault("not-mcp", `${asked.method} was answered with another id${said}`));
  }

  #report(error: Error): void {
    if (this.#closing !== undefined) return;
    // The only sign that the SDK gave up on a stream; that of a request ends the request instead.
    if (
      error.message.startsWith("Maximum reconnection attempts") &&
      exchangeContext.getStore()?.kind !== "request"
    ) {
      this.#standingStream.lose(this.#lastFault);
    }
    this.onerror?.(cleanedError(error, this.#options.server, this.#redact));
  }

  #onEventStreamEnd(end: EventStreamEnd): void {
    if (this.#closing !== undefined) return;
    if (this.kind === "http") this.#standingStream.ended(end);
    // A reopened stream of the old transport would be a new session that was never initialized: this is the end.
    else if (end.wasOpen)
      void this.#endWith(end.fault ?? this.#fault("unreachable", "it ended its event stream"));
  }

  async #endWith(fault: HttpFault): Promise<void> {
    this.onerror?.(fault);
    await this.close(fault);
  }

  async #close(fault: HttpFault): Promise<void> {
    this.#closed.abort(fault);
    this.#pending.abortAll(fault);
    this.#reconnection.cancelAll();
    try {
      if (this.#lastFault?.kind !== "session-lost")
        await endSession(this.#inner, this.#limits.closeTimeoutMs);
      await this.#inner.close();
      await this.#agent.destroy();
    } finally {
      this.onclose?.();
    }
  }

  #clean(text: string): string {
    return cleanText(text, { redact: this.#redact, maxLength: 300 });
  }

  #fault(kind: HttpFaultKind, what: string): HttpFault {
    const { server } = this.#options;
    return new HttpFault({
      kind,
      server,
      message: `Server "${server}" at ${this.#origin}: ${what}`,
      mayHaveRun: true,
    });
  }
}
