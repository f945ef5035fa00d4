/** Looks at every message that passes a transport; may repair one that comes in before the SDK judges it, or take it. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

export interface Tap {
  sent?(message: JSONRPCMessage): void;
  /** Returns the message to deliver; undefined when it was for the tap itself. */
  received(message: JSONRPCMessage): JSONRPCMessage | undefined;
}

/**
 * Taps the transport in place, once: the first tap sees a message first. A wrapper would have to repeat every optional
 * member by which the SDK recognises what kind of transport it has; this way there is nothing to forget.
 */
export function tapTransport(transport: Transport, taps: readonly Tap[]): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    for (const tap of taps) tap.sent?.(message);
    return send(message, options);
  };

  let handler = transport.onmessage;
  const deliver: NonNullable<Transport["onmessage"]> = (message, extra) => {
    let passing: JSONRPCMessage | undefined = message;
    for (const tap of taps) {
      passing = tap.received(passing);
      if (passing === undefined) return;
    }
    handler?.(passing as typeof message, extra);
  };
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => (handler === undefined ? undefined : deliver),
    set: (next: Transport["onmessage"]) => {
      handler = next;
    },
  });
}
