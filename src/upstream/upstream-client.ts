/**
 * The SDK's client as we use it: it taps whichever transport it is given, tells what a server says unasked and whose
 * request caused it, and knows when it last heard of the server.
 */
import { Client, type JSONRPCMessage } from "@modelcontextprotocol/client";
import type { JsonObject } from "../types.ts";
import { answerServer, INTERACTIVE_CAPABILITIES } from "./answer-server.ts";
import { DirectRequests } from "./direct-requests.ts";
import { Flights, type Cause } from "./flights.ts";
import { lenientLists } from "./lists/lenient-lists.ts";
import { tapTransport, type Tap } from "./tap-transport.ts";

export interface UpstreamClientOptions {
  readonly version: string;
  readonly mode: "auto" | "legacy";
  /** How long an old server may leave the question for its era unanswered before it is taken for one. */
  readonly probeTimeoutMs: number;
  /** There may be clients behind our requests that can be asked. */
  readonly isInteractive: boolean;
  readonly onNotification: (method: string, params: JsonObject, cause: Cause) => void;
  readonly onRemark: (remark: string) => void;
  /** Every message in both directions, for the debug log. */
  readonly onTraffic?: ((direction: "sent" | "received", message: unknown) => void) | undefined;
}

export class UpstreamClient extends Client {
  readonly info: JsonObject;
  readonly flights = new Flights();
  readonly direct = new DirectRequests();
  readonly #options: UpstreamClientOptions;
  #lastHeard = performance.now();

  constructor(options: UpstreamClientOptions) {
    const { version, mode, probeTimeoutMs, isInteractive } = options;
    const info = { name: "tacklebox", version };
    super(info, {
      capabilities: isInteractive ? INTERACTIVE_CAPABILITIES : {},
      versionNegotiation: { mode, probe: { timeoutMs: probeTimeoutMs } },
    });
    this.info = info;
    this.#options = options;
  }

  /** When the last message came from the server, on the monotonic clock. */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  override async connect(...[transport, options]: Parameters<Client["connect"]>): Promise<void> {
    const { flights } = this;
    const { onRemark } = this.#options;
    const answers = answerServer({ flights, onRemark, send: (message) => transport.send(message) });
    tapTransport(transport, [this.#ears(), lenientLists(), this.direct, answers]);
    await super.connect(transport, options);
    this.direct.use(transport);
  }

  #ears(): Tap {
    const { onTraffic, onNotification } = this.#options;
    return {
      ...(onTraffic && { sent: (message: JSONRPCMessage) => onTraffic("sent", message) }),
      received: (message): JSONRPCMessage => {
        this.#lastHeard = performance.now();
        onTraffic?.("received", message);
        // Told here and now: by the time that the SDK would, the request that caused it may be over.
        if ("method" in message && !("id" in message) && message.method !== "notifications/progress")
          onNotification(message.method, message.params ?? {}, this.flights.cause());
        return message;
      },
    };
  }
}
