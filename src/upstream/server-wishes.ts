/**
 * Who wants what of a server for as long as they stay. It belongs to the server's name and not to one definition of it: a
 * server that a changed configuration replaces leaves its wishes to its successor.
 */

export interface WatchWish {
  readonly uri: string;
  /** Whose wish it is; undefined where clients have no session. */
  readonly session: string | undefined;
}

export class ServerWishes {
  /** Each with how many times it is wished: several requests of one client may want news of the same resource. */
  readonly #watched = new Map<string, { readonly wish: WatchWish; readonly times: number }>();
  /** Session → level, the latest wish last. */
  readonly #logLevels = new Map<string | undefined, string>();

  /** Every wish, as often as it was made. */
  *watched(): Generator<WatchWish> {
    for (const { wish, times } of this.#watched.values()) for (let time = 0; time < times; time++) yield wish;
  }

  get logLevels(): ReadonlyMap<string | undefined, string> {
    return this.#logLevels;
  }

  watch(wish: WatchWish): void {
    this.#watched.set(keyOf(wish), { wish, times: this.#times(wish) + 1 });
  }

  /** False when there was no such wish. */
  unwatch(wish: WatchWish): boolean {
    const times = this.#times(wish);
    if (times > 1) this.#watched.set(keyOf(wish), { wish, times: times - 1 });
    else this.#watched.delete(keyOf(wish));
    return times > 0;
  }

  setLogLevel(level: string, session: string | undefined): void {
    this.#logLevels.delete(session);
    this.#logLevels.set(session, level);
  }

  endSession(session: string): void {
    this.#logLevels.delete(session);
    for (const [key, { wish }] of this.#watched) if (wish.session === session) this.#watched.delete(key);
  }

  #times(wish: WatchWish): number {
    return this.#watched.get(keyOf(wish))?.times ?? 0;
  }
}

function keyOf({ uri, session = "" }: WatchWish): string {
  return `${session}\n${uri}`;
}
