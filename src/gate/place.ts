/**
 * The place of one request, or one stream, among those of its client: taken before anything is done, given back at its
 * end. Streams on which a client only listens have places of their own: they last, and would keep it from asking.
 */
import type { GatewaySettings } from "../types.ts";
import type { ClientUse } from "./client-use.ts";

export type ClientLimit = "requestsPerMinute" | "requestsAtOnce" | "streamsAtOnce";

/** Which limit a client would go beyond. */
export interface OverLimit {
  readonly limit: ClientLimit;
  readonly value: number;
  /** Where the value was set, for whoever wants to change it. */
  readonly setBy: string;
  readonly retryAfterSeconds: number;
}

/** Nobody knows when a place will be free; these are a while for a request, and for a stream. */
const REQUEST_SECONDS = 1;
const STREAM_SECONDS = 10;

export class Place {
  /** Whose it is. */
  readonly client: string;
  readonly #use: ClientUse;
  readonly #limits: GatewaySettings;
  #requests = 0;
  #streams = 0;

  constructor(client: string, use: ClientUse, limits: GatewaySettings) {
    this.client = client;
    this.#use = use;
    this.#limits = limits;
  }

  /** Counts a message of the minute, whatever it is; says why it may not come in. */
  enter(clock: () => number = steadyClock): OverLimit | undefined {
    const { ownRate } = this.#use;
    const perMinute = ownRate ?? this.#limits.requestsPerMinute;
    if (perMinute === undefined) return undefined;
    const retryAfterSeconds = this.#use.spend({ perMinute, burst: this.#limits.burst ?? perMinute }, clock());
    if (retryAfterSeconds === 0) return undefined;
    const setBy = ownRate === undefined ? "settings.gateway.requestsPerMinute" : "the token's --rate";
    return { limit: "requestsPerMinute", value: perMinute, setBy, retryAfterSeconds };
  }

  /** It is a request, or several in one. */
  ask(requests: number): OverLimit | undefined {
    const value = this.#limits.requestsAtOnce;
    if (this.#use.requests + requests > value) return atOnce("requestsAtOnce", value, REQUEST_SECONDS);
    this.#requests += requests;
    this.#use.requests += requests;
    if (requests > 1) this.#use.owe(requests - 1);
    return undefined;
  }

  /** It is a stream that lasts as long as the client likes. */
  listen(): OverLimit | undefined {
    const value = this.#limits.streamsAtOnce;
    if (this.#use.streams >= value) return atOnce("streamsAtOnce", value, STREAM_SECONDS);
    this.#streams++;
    this.#use.streams++;
    return undefined;
  }

  /** Gives back what was taken; once is enough, and more often does no harm. */
  leave(): void {
    this.#use.requests -= this.#requests;
    this.#use.streams -= this.#streams;
    this.#requests = 0;
    this.#streams = 0;
  }
}

/** Milliseconds on a clock that never goes back. */
function steadyClock(): number {
  return performance.now();
}

function atOnce(limit: ClientLimit, value: number, retryAfterSeconds: number): OverLimit {
  return { limit, value, setBy: `settings.gateway.${limit}`, retryAfterSeconds };
}

/** For whoever is refused. */
export function describeOverLimit({ limit, value, setBy, retryAfterSeconds }: OverLimit): string {
  const again = `try again in ${retryAfterSeconds} s`;
  return `Too many requests: a client may have ${value} ${WORDS[limit]} (${setBy}); ${again}`;
}

const WORDS: Readonly<Record<ClientLimit, string>> = {
  requestsPerMinute: "requests a minute",
  requestsAtOnce: "requests at once",
  streamsAtOnce: "open streams",
};
