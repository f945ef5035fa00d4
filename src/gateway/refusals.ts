/** How often clients were refused because of a limit, by limit. */
import type { ClientLimit } from "../gate/place.ts";

export type Limit = ClientLimit | "sessions" | "heldRequests";

export class Refusals {
  readonly #counts = new Map<Limit, number>([
    ["requestsPerMinute", 0],
    ["requestsAtOnce", 0],
    ["streamsAtOnce", 0],
    ["sessions", 0],
    ["heldRequests", 0],
  ]);

  get counts(): ReadonlyMap<Limit, number> {
    return this.#counts;
  }

  count(limit: Limit): void {
    this.#counts.set(limit, (this.#counts.get(limit) ?? 0) + 1);
  }
}
