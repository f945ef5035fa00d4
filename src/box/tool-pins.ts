/**
 * Remembers tool definitions as they were first offered: what a server changes later is told apart from then on. Held
 * in memory, so that the path of a call reads no database. Pins belong to a server as it is defined, not to its name:
 * two projects may have different servers of the same name.
 */
import { fingerprintOf } from "../catalog/fingerprint.ts";
import { comparePins } from "../catalog/pins.ts";
import type { PinnedTool, Pins } from "../store/pins.ts";
import type { ServerLists } from "../types.ts";

export interface ToolPinsOptions {
  readonly pins: Pins;
  /** What a server is, as one short value. */
  fingerprintOfServer(server: string): string;
  onChange(): void;
}

export class ToolPins {
  readonly #options: ToolPinsOptions;
  readonly #known = new Map<string, ReadonlyMap<string, PinnedTool>>();
  /** The last key of each server: every call asks for it. */
  readonly #keys = new Map<string, { readonly fingerprint: string; readonly key: string }>();

  constructor(options: ToolPinsOptions) {
    this.#options = options;
  }

  /** The same object as long as nothing was pinned anew. */
  of(server: string): ReadonlyMap<string, PinnedTool> {
    const key = this.#keyOf(server);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const pinned = this.#options.pins.pinnedOf(key);
    this.#known.set(key, pinned);
    return pinned;
  }

  /** Pins what was never seen of a server before; what changed, or came back under another name, is left as it is. */
  meet(server: string, { tools }: ServerLists): void {
    const unseen = comparePins(this.of(server), tools).new;
    if (unseen.length > 0) this.#write(server, unseen, "first seen");
  }

  /** Accepts all tools of a server as they are now, and forgets those that are gone. */
  accept(server: string, { tools }: ServerLists): void {
    this.#options.pins.unpin(this.#keyOf(server));
    this.#write(server, tools, "person");
  }

  forget(server: string): void {
    this.#options.pins.unpin(this.#keyOf(server));
    this.refresh(server);
  }

  /** Reads again what another process may have accepted. */
  refresh(server: string): void {
    this.#known.delete(this.#keyOf(server));
    this.#options.onChange();
  }

  #write(server: string, tools: ServerLists["tools"], approvedBy: string): void {
    const toPin = tools.map((definition) => ({ definition, fingerprint: fingerprintOf(definition) }));
    this.#options.pins.pin({ server: this.#keyOf(server), tools: toPin, approvedBy });
    this.refresh(server);
  }

  #keyOf(server: string): string {
    const fingerprint = this.#options.fingerprintOfServer(server);
    const last = this.#keys.get(server);
    if (last?.fingerprint === fingerprint) return last.key;
    const key = `${server}\n${fingerprint.slice(0, 32)}`;
    this.#keys.set(server, { fingerprint, key });
    return key;
  }
}
