/** One HTTP request on its way: what sending it and judging its response have to know. */
import type { FetchLike } from "@modelcontextprotocol/client";
import type { Agent } from "undici";
import { abortFault } from "./abort-fault.ts";
import { describeNetworkError } from "./describe-network-error.ts";
import type { Exchange } from "./exchange.ts";
import { HttpFault } from "./http-fault.ts";
import type { HttpLimits } from "./limits.ts";
import type { Redact } from "./redact-sent.ts";

export interface GuardedFetchOptions {
  readonly server: string;
  readonly url: URL;
  readonly agent: Agent;
  readonly limits: HttpLimits;
  /** Configured headers, from `checkHeaders`; sent to the server's own origin only. */
  readonly headers: Headers;
  /** Masks secrets that the request itself does not show. */
  readonly redact?: Redact | undefined;
  /** Serves requests to other origins, which only OAuth makes. Without it they are refused. */
  readonly authFetch?: FetchLike | undefined;
  /** Told of every request that failed. */
  readonly onFault?: ((fault: HttpFault) => void) | undefined;
  /** Told when an event stream opened by GET ends, or could not be opened. */
  readonly onEventStreamEnd?: ((end: EventStreamEnd) => void) | undefined;
  /** Whether a POST belongs to a session even without a session header, as with the old transport. */
  readonly postsAreInSession?: boolean | undefined;
}

export interface EventStreamEnd {
  readonly wasOpen: boolean;
  /** Undefined when the server ended the stream in good order. */
  readonly fault: HttpFault | undefined;
}

export interface Hop {
  readonly url: URL;
  readonly method: "GET" | "POST" | "DELETE";
  readonly headers: Headers;
  readonly body: string | null;
  readonly signal: AbortSignal;
  readonly redact: Redact;
  readonly exchange: Exchange | undefined;
  readonly wantsEvents: boolean;
}

/** Whether this opens a stream for whatever the server wants to say, not one that continues the reply to a request. */
export function isStandingStream(hop: Pick<Hop, "method" | "wantsEvents" | "exchange">): boolean {
  return hop.method === "GET" && hop.wantsEvents && hop.exchange?.kind !== "request";
}

export function toFault(options: GuardedFetchOptions, hop: Hop, error: unknown): HttpFault {
  if (error instanceof HttpFault) return error;
  if (hop.signal.aborted) return abortFault(hop.signal, options.server);
  return describeNetworkError(error, { server: options.server, origin: options.url.origin });
}
