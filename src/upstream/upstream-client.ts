/**
 * The SDK's client as we use it: it taps whichever transport it is given, tells what a server says unasked and whose
 * request caused it, and knows when it last heard of the server.
 */
import { Client, type JSONRPCMessage } from "@modelcontextprotocol/client";
import type { CallClient, JsonObject } from "../types.ts";
import { answerServer, type Answers } from "./answer-server.ts";
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
  /** The client that has the connection for itself, where it belongs to a session. */
  readonly owner?: (() => CallClient | undefined) | undefined;
  readonly onNotification: (method: string, params: JsonObject, cause: Cause) => void;
  readonly onRemark: (remark: string) => void;
  /** Every message in both directions, for the debug log. */
  readonly onTraffic?: ((direction: "sent" | "received", message: unknown) => void) | undefined;
}

/** Everything that we may be asked on behalf of some client. What the one client cannot do is refused when it is asked. */
const INTERACTIVE_CAPABILITIES = {
  sampling: { tools: {}, context: {} },
  elicitation: { form: {}, url: {} },
  roots: {},
};

/** Only where one client has the server for itself does the server hear of that client's roots. */
const OWNED_CAPABILITIES = { ...INTERACTIVE_CAPABILITIES, roots: { listChanged: true } };

export class UpstreamClient extends Client {
  readonly info: JsonObject;
  readonly flights = new Flights();
  readonly direct = new DirectRequests();
  readonly #options: UpstreamClientOptions;
  #answers: Answers | undefined;
  #lastHeard = performance.now();

  constructor(options: UpstreamClientOptions) {
    const { version, mode, probeTimeoutMs, isInteractive, owner } = options;
    const capabilities = owner === undefined ? INTERACTIVE_CAPABILITIES : OWNED_CAPABILITIES;
    const info = { name: "tacklebox", version };
    super(info, {
      capabilities: isInteractive ? capabilities : {},
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
    const { onRemark, owner } = this.#options;
    const send: typeof transport.send = (message) => transport.send(message);
    this.#answers = answerServer({ flights, owner, onRemark, send });
    tapTransport(transport, [this.#ears(), lenientLists(), this.direct, this.#answers]);
    await super.connect(transport, options);
    this.direct.use(transport);
  }

  /** Resolves when the server has its answers to everything that it asked: whether a client has ever given one. */
  async whenAnswered(): Promise<boolean> {
    return (await this.#answers?.whenAnswered()) ?? false;
  }

  /** The connection is over: nobody waits for anything on it. */
  end(): void {
    this.direct.end();
    this.#answers?.end();
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
