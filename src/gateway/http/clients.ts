/** What each client that comes by HTTP uses, for its limits. Clients that have nothing under way are forgotten in time. */
import { clientKey } from "../../gate/client-key.ts";
import { ClientUse } from "../../gate/client-use.ts";
import { Place } from "../../gate/place.ts";
import type { GatewaySettings } from "../../types.ts";

/** More than there can be connections, so that one without any is always among them. */
const MOST_KNOWN = 10_000;

export interface Comer {
  readonly principal: string | undefined;
  /** Requests a minute, where its token has a limit of its own. */
  readonly rate: number | undefined;
}

export class Clients {
  readonly #limits: () => GatewaySettings;
  readonly #known = new Map<string, ClientUse>();

  /** The limits are asked for each time: the configuration may be another by then. */
  constructor(limits: () => GatewaySettings) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#known.size;
  }

  /** A place for one more request; nothing is taken yet. */
  placeFor({ principal, rate }: Comer, address: string | undefined): Place {
    const client = clientKey(principal, address);
    let use = this.#known.get(client);
    if (use === undefined) {
      if (this.#known.size >= MOST_KNOWN) this.#forgetOne();
      use = new ClientUse();
      this.#known.set(client, use);
    }
    use.ownRate = rate;
    return new Place(client, use, this.#limits());
  }

  /** The one that is known the longest, of those that have nothing under way. */
  #forgetOne(): void {
    for (const [client, use] of this.#known) {
      if (!use.isIdle) continue;
      this.#known.delete(client);
      return;
    }
  }
}
