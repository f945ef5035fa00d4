/**
 * Remembers tool definitions as they were first offered (C8): the first time a server is seen, all its tools are pinned;
 * what it changes or adds later is told apart from then on. Held in memory, so that the path of a call reads no database.
 */
import type { ServerLists } from "../types.ts";
import { fingerprintOf } from "../catalog/fingerprint.ts";
import type { PinnedTool, Pins } from "../store/pins.ts";

export class Pinning {
  readonly #pins: Pins;
  readonly #known = new Map<string, ReadonlyMap<string, PinnedTool>>();

  constructor(pins: Pins) {
    this.#pins = pins;
  }

  pinnedOf(server: string): ReadonlyMap<string, PinnedTool> {
    const known = this.#known.get(server);
    if (known !== undefined) return known;
    const pinned = this.#pins.pinnedOf(server);
    this.#known.set(server, pinned);
    return pinned;
  }

  /** Pins everything of a server that was never seen before. */
  meet(server: string, { tools }: ServerLists): void {
    if (tools.length === 0 || this.pinnedOf(server).size > 0) return;
    this.pin(server, tools, "first use");
  }

  /** Accepts these tools as they are now. */
  pin(server: string, tools: ServerLists["tools"], approvedBy: string): void {
    const toPin = tools.map((definition) => ({ definition, fingerprint: fingerprintOf(definition) }));
    this.#pins.pin({ server, tools: toPin, approvedBy });
    this.#known.delete(server); // read again by whoever asks next
  }
}
