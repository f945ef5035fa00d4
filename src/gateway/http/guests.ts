/** The open exchanges of callers who showed a token, so that those of a token that is not good any more can be ended. */
import { RenewedMap } from "../../util/renewed-collections.ts";
import type { HttpResponse } from "./exchange.ts";

export class Guests {
  readonly #open = new RenewedMap<HttpResponse, string>();

  /** Kept until the exchange is over. */
  add(response: HttpResponse, principal: string): void {
    this.#open.set(response, principal);
    response.once("close", () => this.#open.delete(response));
  }

  /** Ends the exchanges of those who may not be here any more. */
  expel(isStillAdmitted: (principal: string) => boolean): void {
    for (const [response, principal] of this.#open) if (!isStillAdmitted(principal)) response.destroy();
  }
}
