/** The SDK's client as we use it: it taps whichever transport it is given, and knows when it last heard of the server. */
import { Client, type JSONRPCMessage } from "@modelcontextprotocol/client";
import type { JsonObject } from "../types.ts";
import { lenientLists } from "./lists/lenient-lists.ts";
import { tapTransport, type Tap } from "./tap-transport.ts";

export interface UpstreamClientOptions {
  readonly version: string;
  readonly mode: "auto" | "legacy";
  /** How long an old server may leave the question for its era unanswered before it is taken for one. */
  readonly probeTimeoutMs: number;
  readonly onNotification: (method: string, params: JsonObject) => void;
  /** Every message in both directions, for the debug log. */
  readonly onTraffic?: ((direction: "sent" | "received", message: unknown) => void) | undefined;
}

export class UpstreamClient extends Client {
  readonly #onTraffic: UpstreamClientOptions["onTraffic"];
  #lastHeard = performance.now();

  constructor({ version, mode, probeTimeoutMs, onNotification, onTraffic }: UpstreamClientOptions) {
    super(
      { name: "tacklebox", version },
      { capabilities: {}, versionNegotiation: { mode, probe: { timeoutMs: probeTimeoutMs } } },
    );
    this.#onTraffic = onTraffic;
    this.fallbackNotificationHandler = ({ method, params }) => {
      onNotification(method, params ?? {});
      return Promise.resolve();
    };
  }

  /** When the last message came from the server, on the monotonic clock. */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  override connect(...[transport, options]: Parameters<Client["connect"]>): Promise<void> {
    tapTransport(transport, [this.#ears(), lenientLists()]);
    return super.connect(transport, options);
  }

  #ears(): Tap {
    const onTraffic = this.#onTraffic;
    return {
      sent: (message) => onTraffic?.("sent", message),
      received: (message): JSONRPCMessage => {
        this.#lastHeard = performance.now();
        onTraffic?.("received", message);
        return message;
      },
    };
  }
}
