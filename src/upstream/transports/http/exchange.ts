/**
 * Ties a message of the transport to the HTTP requests that the SDK makes for it. The SDK's `fetch` hook does not say
 * which message it serves; asynchronous context does, through token refreshes and stream reconnections alike.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { HttpFault } from "./http-fault.ts";
import type { RpcError } from "./error-body.ts";

export interface Exchange {
  /** A request waits for a reply; a message does not; `start` opens the event stream of the old transport. */
  readonly kind: "request" | "message" | "start";
  /** The JSON-RPC id as text; empty unless this is a request. */
  readonly id: string;
  readonly method: string;
  readonly signal: AbortSignal;
  /** How the reply comes: whole, or as a stream that outlives the `send` of the SDK. */
  opened: "whole" | "stream" | undefined;
  /** What went wrong with the latest HTTP request of this exchange. */
  fault: HttpFault | undefined;
  /** The JSON-RPC error in the body of a failed response. */
  rpcError: RpcError | undefined;
}

export const exchangeContext = new AsyncLocalStorage<Exchange>();

export function createExchange(details: Pick<Exchange, "kind" | "id" | "method" | "signal">): Exchange {
  return { ...details, opened: undefined, fault: undefined, rpcError: undefined };
}
