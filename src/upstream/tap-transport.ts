/** Looks at every message that passes a transport, and may repair one that comes in before the SDK judges it. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

export interface Tap {
  sent(message: JSONRPCMessage): void;
  /** Returns the message to deliver. */
  received(message: JSONRPCMessage): JSONRPCMessage;
}

/**
 * Taps the transport in place, once: the first tap sees a message first. A wrapper would have to repeat every optional member by which the SDK recognises what
 * kind of transport it has; this way there is nothing to forget.
 */
export function tapTransport(transport: Transport, taps: readonly Tap[]): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    for (const tap of taps) tap.sent(message);
    return send(message, options);
  };

  let handler = transport.onmessage;
  const deliver: NonNullable<Transport["onmessage"]> = (message, extra) => {
    const delivered = taps.reduce<JSONRPCMessage>((passing, tap) => tap.received(passing), message);
    handler?.(delivered as typeof message, extra);
  };
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => (handler === undefined ? undefined : deliver),
    set: (next: Transport["onmessage"]) => {
      handler = next;
    },
  });
}
