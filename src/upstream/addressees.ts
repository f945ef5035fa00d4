/**
 * Whom the open questions of one server are for. A pipe does not say which call a question belongs to, so it is for the
 * client whose call it must be: the only one with calls under way when the question came, or the only one left when the
 * server has answered the others' calls. A question is never tried on somebody: what stays unclear is refused.
 */
import type { CallClient } from "../types.ts";
import type { ClientFlight, Flight, Flights } from "./flights.ts";

export type Verdict =
  | "client"
  /** No client's call was under way when it was asked. */
  | "none"
  | "unclear";

/**
 * How long a question may stay unclear. A server that gave up its question without withdrawing it could then answer the call
 * that asked, so this is shorter than anybody waits for a person.
 */
const LONGEST_DOUBT_MS = 30_000;

export class Addressee {
  /** Calls that may have asked: under way when the question came, and not answered since. */
  readonly candidates: Set<ClientFlight>;
  readonly decided: Promise<Verdict>;
  /** Nobody waits for the answer any more. */
  readonly onOver: () => void;
  verdict: Verdict | undefined;
  readonly #resolve: (verdict: Verdict) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(candidates: Iterable<ClientFlight>, onOver: () => void) {
    this.candidates = new Set(candidates);
    this.onOver = onOver;
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    this.decided = promise;
    this.#resolve = resolve;
  }

  decide(verdict: Verdict): void {
    clearTimeout(this.#timer);
    this.verdict ??= verdict;
    this.#resolve(this.verdict);
  }

  /** Waits for clarity, not for ever. */
  doubt(onTooLong: () => void): void {
    this.#timer = setTimeout(onTooLong, LONGEST_DOUBT_MS);
    this.#timer.unref();
  }

  /** The call by which the client is asked: the latest of those that are still waited for. */
  next(isAble: (client: CallClient) => boolean): ClientFlight | undefined {
    return [...this.candidates].findLast(({ isAbandoned, client }) => !isAbandoned && isAble(client));
  }

  get isWaitedFor(): boolean {
    return this.next(() => true) !== undefined;
  }
}

export interface Arrival {
  /** Nobody waits for the answer any more. */
  readonly onOver: () => void;
  /** Whether any server may ask this outside of calls; else one that does tells something of itself. */
  readonly mayComeUnasked: boolean;
}

export class Addressees {
  readonly #flights: Pick<Flights, "candidates">;
  readonly #open = new Set<Addressee>();
  /**
   * Whether a call that was answered can be ruled out. Not on a server that was seen to ask outside of calls, or to answer a
   * call before it had the answer to its question.
   */
  #asksWithinCalls = true;

  constructor(flights: Flights) {
    this.#flights = flights;
    flights.onEnd = (flight) => this.#ended(flight);
  }

  /** For the question that has just arrived. */
  add({ onOver, mayComeUnasked }: Arrival): Addressee {
    const candidates = this.#flights.candidates();
    const addressee = new Addressee(candidates ?? [], onOver);
    this.#open.add(addressee);
    const verdict = candidates === undefined ? "unclear" : this.#judge(addressee);
    if (verdict === "none" && !mayComeUnasked) this.#asksWithinCalls = false;
    if (verdict === undefined) addressee.doubt(() => addressee.decide("unclear"));
    else addressee.decide(verdict);
    this.#relieve();
    return addressee;
  }

  /** It has its answer, or was withdrawn. */
  delete(addressee: Addressee): void {
    addressee.decide("unclear");
    this.#open.delete(addressee);
  }

  /** Undefined while it may become clear. */
  #judge({ candidates }: Addressee): Verdict | undefined {
    const clients = new Set([...candidates].map(({ client }) => client.id));
    if (clients.size < 2) return clients.size === 1 ? "client" : "none";
    // What was given up may be what asked, and never be answered.
    const isHopeless = !this.#asksWithinCalls || [...candidates].some(({ isAbandoned }) => isAbandoned);
    return isHopeless ? "unclear" : undefined;
  }

  #ended(flight: Flight): void {
    if (this.#open.size === 0) return;
    for (const addressee of this.#open) this.#rule(addressee, flight);
    this.#relieve();
  }

  /** What the end of a call says of one question. */
  #rule(addressee: Addressee, flight: Flight): void {
    const { candidates } = addressee;
    if (!candidates.has(flight as ClientFlight)) return;
    if (!flight.isAbandoned) candidates.delete(flight as ClientFlight);
    if (candidates.size === 0) this.#asksWithinCalls = false;
    if (addressee.verdict === undefined) {
      const verdict = this.#judge(addressee);
      if (verdict !== undefined) addressee.decide(verdict === "none" ? "unclear" : verdict);
    }
    if (addressee.verdict === "client" && !addressee.isWaitedFor) addressee.onOver();
  }

  /**
   * Calls that all wait for answers would wait for each other's end: where as many questions as calls are unclear, the
   * latest is refused, and the end of its call may make the others clear.
   */
  #relieve(): void {
    const unclear = [...this.#open].filter(({ verdict }) => verdict === undefined);
    const calls = new Set(unclear.flatMap(({ candidates }) => [...candidates]));
    if (unclear.length > 0 && unclear.length >= calls.size) unclear.at(-1)?.decide("unclear");
  }
}
