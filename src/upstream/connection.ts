/**
 * One live connection to one server. Requests and results pass through as they are: no schema of ours judges what a
 * server answers, because a host that refuses what it does not know breaks tomorrow's servers.
 */
import { ProtocolError, SdkError, SdkErrorCode, type StandardSchemaV1 } from "@modelcontextprotocol/client";
import { TackleError } from "../errors.ts";
import type { CallClient, Era, JsonObject } from "../types.ts";
import { CallClock } from "./call-clock.ts";
import type { EraVerdict } from "./era.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Flight } from "./flights.ts";
import { withEnvelope } from "./envelope.ts";
import type { UpstreamClient } from "./upstream-client.ts";

export interface SendOptions {
  /** How long the server may be silent. */
  readonly timeoutMs: number;
  /** How long the call may take at most, however much progress it reports. */
  readonly maximumMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  /** For messages. */
  readonly tool?: string | undefined;
  /** Sent along over HTTP. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** On whose behalf the request is made. */
  readonly client?: CallClient | undefined;
}

export type TransportKind = "stdio" | "http" | "sse" | "inprocess";

export interface ConnectionParts {
  readonly server: string;
  readonly client: UpstreamClient;
  readonly kind: TransportKind;
  readonly pid?: number | undefined;
  /** Masks secrets in what a server says when it fails. */
  redact(text: string): string;
  /** When the last message came from the server, on the monotonic clock. */
  lastHeard(): number;
  close(): Promise<void>;
  /** Why the connection ended by itself, where the transport knows. */
  closeReason(): TackleError | undefined;
}

const MAXIMUM_CALL_MS = 10 * 60 * 1000;
/** The SDK's own clock cannot be stopped, so ours is used; the largest that a timer takes. */
const NEVER_MS = 2 ** 31 - 1;

/** Accepts every result as it is. */
const PASS_THROUGH: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "tacklebox", validate: (value) => ({ value }) },
};

/** A stream of news about resources. */
export interface ResourceStream {
  readonly closed: Promise<unknown>;
  close(): Promise<void>;
}

/** A request of ours with all that belongs to it. */
interface Request {
  readonly method: string;
  readonly params: JsonObject;
  readonly options: SendOptions;
  readonly flight: Flight;
}

export class Connection {
  readonly server: string;
  readonly kind: TransportKind;
  readonly pid: number | undefined;
  readonly era: Era;
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  /** Resolves with the reason once the connection has ended; undefined when we closed it. Never rejects. */
  readonly closed: Promise<TackleError | undefined>;
  readonly #parts: ConnectionParts;
  readonly #isDirect: boolean;
  #isClosing = false;

  constructor(parts: ConnectionParts) {
    const { client } = parts;
    this.#parts = parts;
    this.server = parts.server;
    client.flights.server = parts.server;
    this.kind = parts.kind;
    this.pid = parts.pid;
    this.era = client.getProtocolEra() === "modern" ? "modern" : "legacy";
    this.protocolVersion = client.getNegotiatedProtocolVersion() ?? "unknown";
    this.capabilities = client.getServerCapabilities() ?? {};
    this.instructions = client.getInstructions();
    const { promise, resolve } = Promise.withResolvers<TackleError | undefined>();
    this.closed = promise;
    this.#isDirect = parts.kind === "stdio" || parts.kind === "inprocess";
    client.onclose = () => {
      client.end();
      resolve(this.#isClosing ? undefined : this.#lost());
    };
  }

  lastHeard(): number {
    return this.#parts.lastHeard();
  }

  get inFlight(): number {
    return this.#parts.client.flights.size;
  }

  /** What to remember of the era for the next connect. */
  get verdict(): EraVerdict {
    const discover = this.#parts.client.getDiscoverResult();
    return { era: this.era, decidedAt: Date.now(), ...(discover === undefined ? undefined : { discover }) };
  }

  async send(method: string, params: JsonObject, options: SendOptions): Promise<unknown> {
    const { client } = options;
    const { flights } = this.#parts.client;
    const flight = flights.begin(client);
    const request: Request = { method, params, options, flight };
    try {
      // A pipe has one context for all; elsewhere the context says which request a message belongs to.
      if (client === undefined || this.kind === "stdio") return await this.#request(request);
      return await flights.within(flight, () => this.#request(request));
    } catch (error) {
      // An error is an answer, too; all else leaves the server at it, as far as we know.
      if (!ProtocolError.isInstance(error)) flight.isAbandoned = true;
      throw explainFailure(error, {
        server: this.server,
        method,
        tool: options.tool,
        timeoutMs: options.timeoutMs,
        wasCancelled: options.signal?.aborted === true,
        redact: (text) => this.#parts.redact(text),
        isHttp: !this.#isDirect,
        closeReason: this.#parts.closeReason(),
      });
    } finally {
      flight.end();
    }
  }

  #request({ method, params, options, flight }: Request): Promise<unknown> {
    const { client } = this.#parts;
    const { timeoutMs, signal, onProgress } = options;
    // A call that was given more time than the maximum was given it by a person.
    const maximumMs = options.maximumMs ?? Math.max(MAXIMUM_CALL_MS, timeoutMs);
    const sent = this.era === "modern" ? withEnvelope(params, this.#parts.client, options.client) : params;
    if (this.#isDirect)
      return client.direct.request(method, sent, { timeoutMs, maximumMs, signal, onProgress, flight });
    return this.#requestBySdk({ method, params: sent, options, flight }, maximumMs);
  }

  async #requestBySdk({ method, params, options, flight }: Request, maximumMs: number): Promise<unknown> {
    const { timeoutMs, signal, onProgress, headers } = options;
    const over = new AbortController();
    const clock = new CallClock({ silenceMs: timeoutMs, maximumMs }, () => over.abort());
    flight.clock = clock;
    const onprogress = (progress: JsonObject): void => {
      clock.touch();
      onProgress?.(progress);
    };
    try {
      return await this.#parts.client.request({ method, params }, PASS_THROUGH, {
        timeout: NEVER_MS,
        allowInputRequired: true,
        signal: signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]),
        ...(headers === undefined ? undefined : { headers }),
        ...(onProgress === undefined ? undefined : { onprogress }),
      });
    } catch (error) {
      if (!over.signal.aborted) throw error;
      throw new SdkError(SdkErrorCode.RequestTimeout, "Request timed out");
    } finally {
      clock.clear();
    }
  }

  /** Tells the server something that has no answer. */
  async notify(method: string, params: JsonObject): Promise<void> {
    await this.#parts.client.notification({ method, params });
  }

  /** Resolves when the server has its answers to everything that it asked: whether a client has ever given one. */
  whenAnswered(): Promise<boolean> {
    return this.#parts.client.whenAnswered();
  }

  /** Whether the server still answers; the eras have different questions for that. */
  async ping(timeoutMs: number): Promise<void> {
    await this.send(this.era === "modern" ? "server/discover" : "ping", {}, { timeoutMs });
  }

  /**
   * Opens the stream on which a server of the modern era announces changed lists, and resolves when that has ended.
   * False when there is nothing to open: old servers announce them unasked, and some never do.
   */
  async untilListStreamEnds(timeoutMs: number): Promise<boolean> {
    if (this.era === "legacy") return false;
    const says = (name: string): boolean => {
      const capability = this.capabilities[name];
      return (
        typeof capability === "object" &&
        capability !== null &&
        "listChanged" in capability &&
        capability.listChanged === true
      );
    };
    const filter = {
      ...(says("tools") ? { toolsListChanged: true } : undefined),
      ...(says("prompts") ? { promptsListChanged: true } : undefined),
      ...(says("resources") ? { resourcesListChanged: true } : undefined),
    };
    if (Object.keys(filter).length === 0) return false;
    const subscription = await this.#parts.client.listen(filter, { timeout: timeoutMs });
    await subscription.closed;
    return true;
  }

  /** Opens a stream of news about what the filter names; modern servers only. */
  async listen(filter: { readonly resourceSubscriptions: string[] }): Promise<ResourceStream> {
    return this.#parts.client.listen(filter);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#parts.close();
  }

  #lost(): TackleError {
    const message = `The connection to server '${this.server}' was lost`;
    return this.#parts.closeReason() ?? new TackleError({ code: "connection", message, server: this.server });
  }
}
