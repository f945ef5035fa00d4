/** Builds the SDK's own transport with everything that matters taken out of its hands: fetch, headers, redirects, waits. */
import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type AuthProvider,
  type FetchLike,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type OAuthClientProvider,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Reconnection } from "./reconnection.ts";

/** What both of the SDK's transports offer, and what only the newer one does. */
export interface SdkTransport extends Transport {
  setProtocolVersion(version: string): void;
  finishAuth(callback: URLSearchParams): Promise<void>;
  terminateSession?(): Promise<void>;
}

export interface SdkTransportOptions {
  readonly kind: "http" | "sse";
  readonly url: URL;
  readonly fetch: FetchLike;
  readonly reconnection: Reconnection;
  readonly onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly onerror: (error: Error) => void;
  readonly authProvider: AuthProvider | OAuthClientProvider | undefined;
}

export function createSdkTransport(options: SdkTransportOptions): SdkTransport {
  const { onmessage, onerror } = options;
  return Object.assign(build(options), { onmessage, onerror });
}

function build(options: SdkTransportOptions): SdkTransport {
  const shared = {
    fetch: options.fetch,
    // Our fetch decides on redirects. Configured headers are not given as `requestInit` either: the SDK would send
    // them to the authorization server too.
    redirectPolicy: "follow",
    ...(options.authProvider === undefined ? {} : { authProvider: options.authProvider }),
  } as const;
  if (options.kind === "sse") return new SSEClientTransport(options.url, shared);
  return new StreamableHTTPClientTransport(options.url, {
    ...shared,
    reconnectionOptions: options.reconnection.options,
    reconnectionScheduler: options.reconnection.schedule,
  });
}
