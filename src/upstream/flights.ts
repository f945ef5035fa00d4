/**
 * The requests that are under way on one connection, and which of them caused what a server says in between. A question
 * must reach the client whose request caused it and never another: where that cannot be told, there is no answer.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CallClient } from "../types.ts";
import { RenewedSet } from "../util/renewed-collections.ts";
import type { CallClock } from "./call-clock.ts";

/** One request while it is under way, and whoever is behind it; a request of our own has no client. */
export class Flight {
  readonly client: CallClient | undefined;
  /** Stands still while the client is asked: its server does not keep it waiting then. */
  clock: Pick<CallClock, "hold"> | undefined;
  /** Nobody waits for it any more, and the server has not answered it: it may still be at it. */
  isAbandoned = false;
  readonly #flights: Flights;
  #isKept = false;

  constructor(client: CallClient | undefined, flights: Flights) {
    this.client = client;
    this.#flights = flights;
  }

  /** Stays known after its end, so that what the server still says because of it is not taken for another's. */
  abandon(): void {
    this.isAbandoned = true;
    this.#isKept = true;
  }

  /** The request has its answer, or none is waited for. */
  end(): void {
    if (!this.#isKept) this.#flights.delete(this);
    this.#flights.onEnd?.(this);
  }

  /** Ends what was abandoned. */
  forget(): void {
    this.#flights.delete(this);
  }
}

/** A request that a client is behind. */
export type ClientFlight = Flight & { readonly client: CallClient };

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
  readonly #flights = new RenewedSet<Flight>();

  /** Told when nobody waits for a request any more, answered or abandoned. */
  onEnd: ((flight: Flight) => void) | undefined;

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
    this.#flights.delete(flight);
  }

  /** Sends a request so that what arrives because of it can be told from the rest. */
  within<Result>(flight: Flight, send: () => Result): Result {
    return flightContext.run(flight, send);
  }

  /** Stops or starts the clocks of all requests of one client. */
  hold(client: CallClient, isHeld: boolean): void {
    for (const flight of this.#flights) if (flight.client?.id === client.id) flight.clock?.hold(isHeld);
  }

  /**
   * The clients' requests that may have caused the message that has just arrived; undefined when it was caused by one that
   * is over: what still comes of that is nobody else's.
   */
  candidates(): readonly ClientFlight[] | undefined {
    const known = flightContext.getStore();
    if (known === undefined) return [...this.#flights].filter(hasClient);
    if (!this.#flights.has(known)) return undefined;
    return hasClient(known) ? [known] : [];
  }

  /** Which client's request caused the message that has just arrived. */
  cause(): Cause {
    const known = flightContext.getStore();
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

function hasClient(flight: Flight): flight is ClientFlight {
  return flight.client !== undefined;
}

function asCause(client: CallClient | undefined): Cause {
  return client === undefined ? { kind: "none" } : { kind: "client", client };
}
