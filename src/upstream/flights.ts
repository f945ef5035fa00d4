/**
 * The requests that are under way on one connection, and which of them caused what a server says in between. A question
 * must reach the client whose request caused it and never another: where that cannot be told, there is no answer.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CallClient } from "../types.ts";
import type { CallClock } from "./call-clock.ts";

/** One request while it is under way, and whoever is behind it; a request of our own has no client. */
export class Flight {
  readonly client: CallClient | undefined;
  /** Stands still while the client is asked: its server does not keep it waiting then. */
  clock: Pick<CallClock, "hold"> | undefined;
  /** Nobody waits for it any more, but the server may still be at it. */
  isAbandoned = false;
  readonly #flights: Flights;

  constructor(client: CallClient | undefined, flights: Flights) {
    this.client = client;
    this.#flights = flights;
  }

  /** The request has its answer, or none is waited for. */
  end(): void {
    if (this.isAbandoned) this.#flights.abandon(this);
    else this.#flights.delete(this);
  }

  /** Ends what was abandoned. */
  forget(): void {
    this.#flights.delete(this);
  }
}

export type Cause =
  | { readonly kind: "client"; readonly client: CallClient }
  /** Nothing that a client asked for is under way. */
  | { readonly kind: "none" }
  /** Requests of several clients are under way, and the wire does not say which one this belongs to. */
  | { readonly kind: "unclear" };

/**
 * Over HTTP and in process, whatever belongs to a request arrives in the asynchronous context of its sending. A pipe has
 * one context for all.
 */
const flightContext = new AsyncLocalStorage<Flight>();

export class Flights {
  /** Whose they are, for whoever is asked something. */
  server: string | undefined;
  readonly #flights = new Set<Flight>();

  /** Told when the last request of a client has ended: nobody waits for answers to questions about them. */
  onClientDone: ((clientId: string) => void) | undefined;

  /** Those that somebody waits for. */
  get size(): number {
    let count = 0;
    for (const { isAbandoned } of this.#flights) if (!isAbandoned) count++;
    return count;
  }

  begin(client: CallClient | undefined): Flight {
    const flight = new Flight(client, this);
    this.#flights.add(flight);
    return flight;
  }

  delete(flight: Flight): void {
    if (this.#flights.delete(flight) && !flight.isAbandoned) this.#tellIfDone(flight);
  }

  /** Kept, so that what the server still says because of it is not taken for another's. */
  abandon(flight: Flight): void {
    this.#tellIfDone(flight);
  }

  #tellIfDone(flight: Flight): void {
    if (flight.client === undefined) return;
    const { id } = flight.client;
    for (const { client, isAbandoned } of this.#flights) if (client?.id === id && !isAbandoned) return;
    this.onClientDone?.(id);
  }

  /** Sends a request so that what arrives because of it can be told from the rest. */
  within<Result>(flight: Flight, send: () => Result): Result {
    return flightContext.run(flight, send);
  }

  /** Stops or starts the clocks of all requests of one client. */
  hold(client: CallClient, isHeld: boolean): void {
    for (const flight of this.#flights) if (flight.client?.id === client.id) flight.clock?.hold(isHeld);
  }

  /** Which client's request caused the message that has just arrived. */
  cause(): Cause {
    const known = flightContext.getStore();
    // What still comes of a request that is over is nobody else's.
    if (known !== undefined) return this.#flights.has(known) ? asCause(known.client) : { kind: "unclear" };
    let only: CallClient | undefined;
    for (const { client } of this.#flights) {
      if (client === undefined || client.id === only?.id) continue;
      if (only !== undefined) return { kind: "unclear" };
      only = client;
    }
    return asCause(only);
  }
}

function asCause(client: CallClient | undefined): Cause {
  return client === undefined ? { kind: "none" } : { kind: "client", client };
}
