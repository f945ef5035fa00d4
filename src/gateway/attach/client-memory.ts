/**
 * What a client and the gateway it is attached to have said that must outlive the gateway: how the client introduced itself, what it
 * watches, and what each still owes the other. It reads; what is written, and when, is the relay's.
 */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../types.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { RenewedMap } from "../../util/renewed-collections.ts";
import { LISTEN } from "../modern/listen.ts";
import { errorMessage, notificationMessage, type Incoming, type RequestId } from "../protocol/message.ts";
import { idsInBatch, readOwnLine } from "./own-line.ts";

/** What is to be done with a line of the gateway's. */
export type Verdict =
  | "pass"
  /** It answers what we said in the client's name. */
  | "drop"
  /** So does this, and the client is now known to the gateway. */
  | "introduced";

interface Introduction {
  readonly id: RequestId;
  readonly params: JsonObject;
  /** Whether the client has had its answer, and waits for no other. */
  readonly isAnswered: boolean;
}

export class ClientMemory {
  /** Requests of the client, with their methods, that have no answer yet. */
  readonly #open = new RenewedMap<RequestId, string>();
  /** Questions of the gateway that have none. */
  readonly #asked = new Set<RequestId>();
  #introduction: Introduction | undefined;
  #isInitialized = false;
  #logLevel: JsonObject | undefined;
  readonly #watched = new Map<unknown, JsonObject>();
  #replayed = new Map<RequestId, string>();

  /** How many answers the client waits for. A subscription lasts until it is ended. */
  get awaited(): number {
    let count = 0;
    for (const method of this.#open.values()) if (method !== LISTEN) count++;
    return count;
  }

  /** Notes what the client is about to say; false for an answer that this gateway never asked for. */
  noteClient(message: Incoming): boolean {
    switch (message.kind) {
      case "request":
        this.#open.set(message.id, message.method);
        this.#noteStanding(message);
        return true;
      case "notification":
        if (message.method === "notifications/initialized") this.#isInitialized = true;
        if (message.method === "notifications/cancelled")
          this.#open.delete(message.params["requestId"] as RequestId);
        return true;
      case "response":
      case "error":
        return message.id === undefined || this.#asked.delete(message.id);
      case "invalid":
        return true;
    }
  }

  /** What was noted last could not be said. */
  takeBack(message: Incoming): void {
    if (message.kind !== "request") return;
    this.#open.delete(message.id);
    if (message.method === "initialize") this.#introduction = undefined;
  }

  noteGateway(line: Buffer): Verdict {
    const said = readOwnLine(line);
    if (said === undefined) {
      for (const id of idsInBatch(line)) this.#open.delete(id);
      return "pass";
    }
    const { id, kind } = said;
    if (kind === "question") {
      this.#asked.add(id);
      return "pass";
    }
    const replayed = this.#replayed.get(id);
    if (replayed !== undefined) {
      this.#replayed.delete(id);
      return replayed === "initialize" && kind === "result" ? "introduced" : "drop";
    }
    const waits = this.#waitsForIntroduction();
    if (waits?.id === id) this.#introduction = kind === "result" ? { ...waits, isAnswered: true } : undefined;
    this.#open.delete(id);
    return "pass";
  }

  /** The gateway is gone: what the client is told of all that was open. What it said first is said again instead. */
  lose(): string[] {
    const waits = this.#waitsForIntroduction();
    const lines = [...this.#open.keys()]
      .filter((id) => id !== waits?.id)
      .map((id) => errorMessage(id, new RpcError(RPC.internal, LOST)));
    for (const requestId of this.#asked)
      lines.push(notificationMessage("notifications/cancelled", { requestId, reason: "The gateway ended" }));
    this.#open.clear();
    if (waits !== undefined) this.#open.set(waits.id, "initialize");
    this.#asked.clear();
    return lines;
  }

  /** What to tell the next gateway in the client's name. Nothing of a client of the modern era, which says all it is each time. */
  replay(): string[] {
    this.#replayed = new Map();
    if (this.#introduction === undefined) return [];
    const { id, params, isAnswered } = this.#introduction;
    const lines = [
      isAnswered ? this.#replayRequest("initialize", params) : request(id, "initialize", params),
    ];
    if (this.#isInitialized) lines.push(notificationMessage("notifications/initialized", {}));
    if (this.#logLevel !== undefined) lines.push(this.#replayRequest("logging/setLevel", this.#logLevel));
    for (const watched of this.#watched.values())
      lines.push(this.#replayRequest("resources/subscribe", watched));
    return lines;
  }

  #waitsForIntroduction(): Introduction | undefined {
    return this.#introduction?.isAnswered === false ? this.#introduction : undefined;
  }

  #replayRequest(method: string, params: JsonObject): string {
    const id = `tacklebox-${randomUUID()}`;
    this.#replayed.set(id, method);
    return request(id, method, params);
  }

  #noteStanding({ id, method, params }: Extract<Incoming, { kind: "request" }>): void {
    if (method === "initialize") this.#introduction ??= { id, params, isAnswered: false };
    else if (method === "logging/setLevel") this.#logLevel = params;
    else if (method === "resources/subscribe") this.#watched.set(params["uri"], params);
    else if (method === "resources/unsubscribe") this.#watched.delete(params["uri"]);
  }
}

const LOST =
  "The gateway ended before it answered; whether the request had an effect is not known. The next request is answered again.";

function request(id: RequestId, method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}
