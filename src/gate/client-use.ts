/**
 * What one client of the gateway uses at this moment, and what is left of its minute. The minute is a bucket that fills by
 * itself: how full it is, is worked out when somebody asks, so that a client costs no timer.
 */

export interface Rate {
  readonly perMinute: number;
  /** Most requests that may come one right after the other. */
  readonly burst: number;
}

export class ClientUse {
  /** The client's own rate, where its token has one. */
  ownRate: number | undefined;
  requests = 0;
  streams = 0;
  #left = Number.POSITIVE_INFINITY;
  #filledAt = 0;

  /** Nothing of it is under way. */
  get isIdle(): boolean {
    return this.requests === 0 && this.streams === 0;
  }

  /** Takes one request out of the bucket, and gives 0; or the seconds until there will be one. */
  spend({ perMinute, burst }: Rate, now: number): number {
    const filled = this.#left + ((now - this.#filledAt) * perMinute) / 60_000;
    const left = Math.min(burst, filled);
    this.#filledAt = now;
    this.#left = left < 1 ? left : left - 1;
    return left < 1 ? Math.max(1, Math.ceil(((1 - left) * 60) / perMinute)) : 0;
  }

  /** For what turned out to be more requests than one; it is paid for later. */
  owe(requests: number): void {
    this.#left -= requests;
  }
}
