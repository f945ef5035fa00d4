/** The requests whose replies have not come yet. Each ends exactly once: by its reply, by a fault, or by an abort. */
import type { Exchange } from "./exchange.ts";
import type { HttpFault } from "./http-fault.ts";

export interface PendingReply {
  readonly exchange: Exchange;
  /** Resolves when the reply was handed on; rejects with the fault that ended the exchange. */
  readonly ended: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (fault: HttpFault) => void;
  /** Forgets an exchange whose failure is already being reported. */
  readonly drop: () => void;
  /** Ends the exchange and closes its socket. */
  readonly abort: (fault: HttpFault) => void;
}

export class PendingReplies {
  readonly #byId = new Map<string, PendingReply>();

  add(exchange: Exchange, controller: AbortController): PendingReply {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let over = false;
    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      this.#byId.delete(exchange.id);
      settle();
    };
    const pending: PendingReply = {
      exchange,
      ended: promise,
      resolve: () => end(resolve),
      reject: (fault) => end(() => reject(fault)),
      drop: () => end(resolve),
      abort: (fault) => {
        end(() => reject(fault));
        controller.abort(fault);
      },
    };
    // The sender awaits this later; until then a rejection must not count as unhandled.
    promise.catch(() => undefined);
    this.#byId.set(exchange.id, pending);
    return pending;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): PendingReply | undefined {
    return this.#byId.get(id);
  }

  abortAll(fault: HttpFault): void {
    for (const pending of this.#byId.values()) pending.abort(fault);
  }
}
