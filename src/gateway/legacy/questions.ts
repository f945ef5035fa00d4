/** What a legacy client was asked on a server's behalf, until it answers. */
import { randomInt } from "node:crypto";
import type { JsonObject, ServerQuestion } from "../../types.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import type { RequestId } from "../protocol/message.ts";

interface Asked {
  resolve(result: JsonObject): void;
  reject(error: RpcError): void;
}

export class Questions {
  readonly #send: (text: string, related: RequestId | undefined) => boolean;
  readonly #asked = new Map<RequestId, Asked>();
  /** A client may go on with another gateway: a late answer to this one must not be taken for one to that. */
  #nextId = randomInt(1, 2 ** 31);
  #isOver = false;

  constructor(send: (text: string, related: RequestId | undefined) => boolean) {
    this.#send = send;
  }

  /** Asks on the way of the request that caused it; told to forget it when nobody waits any more. */
  ask({ method, params, signal }: ServerQuestion, related: RequestId | undefined): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      if (this.#isOver || signal.aborted) {
        reject(new RpcError(RPC.internal, "The client is gone"));
        return;
      }
      const id = this.#nextId++;
      const onAbort = (): void => {
        this.#asked.delete(id);
        const forget = { method: "notifications/cancelled", params: { requestId: id } };
        this.#send(JSON.stringify({ jsonrpc: "2.0", ...forget }), related);
        reject(new RpcError(RPC.internal, "The question was withdrawn"));
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const settled = <Value>(settle: (value: Value) => void) => {
        return (value: Value): void => {
          signal.removeEventListener("abort", onAbort);
          settle(value);
        };
      };
      this.#asked.set(id, { resolve: settled(resolve), reject: settled(reject) });
      const isSent = this.#send(JSON.stringify({ jsonrpc: "2.0", id, method, params }), related);
      if (!isSent)
        this.refuse(id, new RpcError(RPC.internal, "The client takes no streams, so it cannot be asked"));
    });
  }

  answer(id: RequestId, result: JsonObject): void {
    this.#take(id)?.resolve(result);
  }

  refuse(id: RequestId | undefined, error: RpcError): void {
    if (id !== undefined) this.#take(id)?.reject(error);
  }

  end(): void {
    this.#isOver = true;
    for (const id of this.#asked.keys()) this.refuse(id, new RpcError(RPC.internal, "The client is gone"));
  }

  #take(id: RequestId): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }
}
