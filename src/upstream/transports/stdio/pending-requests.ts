/**
 * The ids of our requests that the server has not answered yet. A reply to any other id is a stray: a duplicate, a
 * late one, or an invention, and must not reach a caller.
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/client";
import { RenewedSet } from "../../../util/renewed-collections.ts";

export class PendingRequests {
  readonly #ids = new RenewedSet<RequestId>();

  get size(): number {
    return this.#ids.size;
  }

  /** Notes what an outgoing message means: a request opens an id, a cancellation gives one up. */
  noteSent(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) {
      this.#ids.add(message.id);
    } else if (message.method === "notifications/cancelled") {
      const id = message.params?.["requestId"];
      if (typeof id === "string" || typeof id === "number") this.#ids.delete(id);
    }
  }

  /**
   * The pending id that a reply's id stands for. `"1"` stands for 1 and 1 for `"1"` when only the other one is
   * pending: some servers keep ids as strings.
   */
  match(id: unknown): RequestId | undefined {
    if (typeof id === "number") return this.#ids.has(id) ? id : this.#present(String(id));
    if (typeof id !== "string") return undefined;
    if (this.#ids.has(id)) return id;
    const number = Number(id);
    return String(number) === id ? this.#present(number) : undefined;
  }

  settle(id: RequestId): void {
    this.#ids.delete(id);
  }

  /** Every pending id; none is pending afterwards. */
  settleAll(): RequestId[] {
    const ids = [...this.#ids];
    this.#ids.clear();
    return ids;
  }

  #present(id: RequestId): RequestId | undefined {
    return this.#ids.has(id) ? id : undefined;
  }
}
