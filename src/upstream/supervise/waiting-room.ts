/** Where calls wait for a connection: all are let in when there is one, or sent away when there will be none. */
import type { TackleError } from "../../errors.ts";
import type { Connection } from "../connection.ts";
import { waitAtMost, type Waited } from "./wait-at-most.ts";

export class WaitingRoom {
  #hope: PromiseWithResolvers<Connection> | undefined;

  wait(timeoutMs: number, signal: AbortSignal | undefined): Promise<Waited<Connection>> {
    if (this.#hope === undefined) {
      this.#hope = Promise.withResolvers<Connection>();
      this.#hope.promise.catch(() => undefined); // whoever still waits gets it; nobody waiting is no accident
    }
    return waitAtMost(this.#hope.promise, timeoutMs, signal);
  }

  admit(connection: Connection): void {
    this.#hope?.resolve(connection);
    this.#hope = undefined;
  }

  dismiss(reason: TackleError): void {
    this.#hope?.reject(reason);
    this.#hope = undefined;
  }
}
