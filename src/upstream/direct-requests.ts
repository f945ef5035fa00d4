/**
 * Requests over a pipe, without the SDK: a call is on the path of everything, and over a pipe it needs no more than an id,
 * a deadline and the reply with that id. Its ids are far above those of the SDK, which shares the connection.
 */
import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { JsonObject } from "../types.ts";
import { isObject } from "../util/is-object.ts";
import { RenewedMap } from "../util/renewed-collections.ts";
import { CallClock } from "./call-clock.ts";
import type { Flight } from "./flights.ts";
import type { Tap } from "./tap-transport.ts";

export interface DirectOptions {
  /** How long the server may be silent. */
  readonly timeoutMs: number;
  /** How long the request may take at most, however much progress it reports. */
  readonly maximumMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: JsonObject) => void) | undefined;
  /** Its clock can be stopped while it is under way. */
  readonly flight: Flight;
}

interface Pending {
  readonly options: DirectOptions;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onAbort: (() => void) | undefined;
  readonly clock: CallClock;
}

const FIRST_ID = 1_000_000;
/** How long a server that was told to stop may still be at it. */
const ABANDONED_MS = 5000;

export class DirectRequests implements Tap {
  readonly #pending = new RenewedMap<number, Pending>();
  readonly #abandoned = new Map<number, { readonly flight: Flight; readonly timer: NodeJS.Timeout }>();
  #nextId = FIRST_ID;
  #send: Transport["send"] | undefined;

  /** Begins once the handshake is over. */
  use(transport: Pick<Transport, "send">): void {
    this.#send = (message) => transport.send(message);
  }

  request(method: string, params: JsonObject, options: DirectOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal, timeoutMs, maximumMs, onProgress } = options;
      const id = this.#nextId++;
      if (signal?.aborted === true || this.#send === undefined) {
        reject(new SdkError(SdkErrorCode.NotConnected, "Not connected"));
        return;
      }
      const onAbort = signal && (() => this.#giveUp(id, "The caller cancelled"));
      const clock = new CallClock({ silenceMs: timeoutMs, maximumMs }, () => this.#tooLate(id));
      options.flight.clock = clock;
      this.#pending.set(id, { options, resolve, reject, onAbort, clock });
      if (onAbort !== undefined) signal?.addEventListener("abort", onAbort);
      const message = {
        jsonrpc: "2.0",
        id,
        method,
        params: onProgress === undefined ? params : withProgressToken(params, id),
      };
      this.#send(message as JSONRPCMessage).catch((error: unknown) => this.#take(id)?.reject(asError(error)));
    });
  }

  /** The connection is over, and so is every request. */
  end(): void {
    this.#send = undefined;
    for (const id of this.#abandoned.keys()) this.#forget(id);
    for (const id of this.#pending.keys())
      this.#take(id)?.reject(new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed"));
  }

  received(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if ("method" in message) {
      if ("id" in message || message.method !== "notifications/progress") return message;
      return this.#takeProgress(message.params) ? undefined : message;
    }
    const { id } = message;
    if (typeof id !== "number" || id < FIRST_ID) return message;
    const pending = this.#take(id);
    if (pending === undefined) this.#forget(id);
    if ("result" in message) pending?.resolve(message.result);
    else {
      const { code, message: words, data } = message.error;
      pending?.reject(new ProtocolError(code, words, data));
    }
    return undefined;
  }

  #takeProgress(params: JsonObject | undefined): boolean {
    const token = params?.["progressToken"];
    if (typeof token !== "number" || token < FIRST_ID) return false;
    const pending = this.#pending.get(token);
    if (pending?.options.onProgress === undefined || params === undefined) return true;
    const { progressToken: _ours, ...progress } = params;
    pending.clock.touch();
    pending.options.onProgress(progress);
    return true;
  }

  #tooLate(id: number): void {
    this.#giveUp(id, "Request timed out");
  }

  /** The server is told that nobody waits any more, but may still be at it for a while. */
  #giveUp(id: number, reason: string): void {
    const pending = this.#take(id);
    if (pending === undefined) return;
    const notice = {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id, reason },
    } as const;
    this.#send?.(notice).catch(() => undefined); // a connection that is gone has nothing to cancel
    this.#abandon(id, pending.options.flight);
    pending.reject(new SdkError(SdkErrorCode.RequestTimeout, reason));
  }

  /** What the server says because of it meanwhile must not be taken for another's. */
  #abandon(id: number, flight: Flight): void {
    flight.abandon();
    const timer = setTimeout(() => this.#forget(id), ABANDONED_MS);
    timer.unref();
    this.#abandoned.set(id, { flight, timer });
  }

  #forget(id: number): void {
    const abandoned = this.#abandoned.get(id);
    clearTimeout(abandoned?.timer);
    this.#abandoned.delete(id);
    abandoned?.flight.forget();
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    this.#pending.delete(id);
    pending.clock.clear();
    if (pending.onAbort !== undefined) pending.options.signal?.removeEventListener("abort", pending.onAbort);
    return pending;
  }
}

function withProgressToken(params: JsonObject, progressToken: number): JsonObject {
  const meta = params["_meta"];
  return { ...params, _meta: { ...(isObject(meta) ? meta : undefined), progressToken } };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
