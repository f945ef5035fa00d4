/** Sends one message through the SDK's transport and sees to it that it ends: by its reply, by a fault or by a deadline. */
import type { JSONRPCMessage, JSONRPCRequest, TransportSendOptions } from "@modelcontextprotocol/client";
import { convertSendError } from "./convert-send-error.ts";
import { createExchange, exchangeContext } from "./exchange.ts";
import type { HttpFault, HttpFaultKind } from "./http-fault.ts";
import type { HttpLimits } from "./limits.ts";
import type { PendingReplies } from "./pending-replies.ts";
import type { SdkTransport } from "./sdk-transport.ts";

/** What one connection consists of. */
export interface Wire {
  readonly server: string;
  readonly origin: string;
  readonly limits: HttpLimits;
  readonly inner: SdkTransport;
  readonly pending: PendingReplies;
  readonly fault: (kind: HttpFaultKind, what: string) => HttpFault;
}

/** Settles when the reply has come, so that whatever ends the exchange early rejects the caller's request. */
export async function sendRequest(
  wire: Wire,
  message: JSONRPCRequest,
  options: TransportSendOptions | undefined,
): Promise<void> {
  const { method } = message;
  const controller = new AbortController();
  const { signal } = controller;
  const exchange = createExchange({ kind: "request", id: String(message.id), method, signal });
  const pending = wire.pending.add(exchange, controller);
  const callerSignal = options?.requestSignal;
  const onCallerAbort = (): void => pending.abort(wire.fault("cancelled", "the request was cancelled"));
  if (callerSignal?.aborted === true) onCallerAbort();
  callerSignal?.addEventListener("abort", onCallerAbort, { once: true });
  const onRequestStreamEnd = (): void => {
    options?.onRequestStreamEnd?.();
    pending.reject(
      exchange.fault ?? wire.fault("unreachable", `the stream ended before the reply to ${method}`),
    );
  };
  try {
    const sent = exchangeContext.run(exchange, () =>
      wire.inner.send(message, { ...options, requestSignal: signal, onRequestStreamEnd }),
    );
    await Promise.race([sent, pending.ended]);
    if (exchange.opened === "whole")
      pending.reject(wire.fault("not-mcp", `its answer has no reply to ${method}`));
    await pending.ended;
  } catch (error) {
    pending.drop();
    throw convertSendError(error, { server: wire.server, origin: wire.origin, exchange });
  } finally {
    callerSignal?.removeEventListener("abort", onCallerAbort);
  }
}

/** A message that has no reply: it must be taken within a deadline of its own, since nobody else sets one. */
export async function sendMessage(
  wire: Wire,
  message: JSONRPCMessage,
  options: TransportSendOptions | undefined,
): Promise<void> {
  const method = "method" in message ? message.method : "a response";
  const controller = new AbortController();
  const { signal } = controller;
  const exchange = createExchange({ kind: "message", id: "", method, signal });
  const deadline = setTimeout(() => {
    controller.abort(wire.fault("timeout", `${method} was not accepted within the time limit`));
  }, wire.limits.notificationTimeoutMs);
  try {
    await exchangeContext.run(exchange, () =>
      wire.inner.send(message, { ...options, requestSignal: signal }),
    );
  } catch (error) {
    throw convertSendError(error, { server: wire.server, origin: wire.origin, exchange });
  } finally {
    clearTimeout(deadline);
  }
}
