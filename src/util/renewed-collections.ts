/**
 * A map and a set for what comes and goes with every call. When V8 makes the table of a Map anew, which happens with every few
 * dozen entries that come and go, the table before points to the new one. Once one of them has become old, it is looked at only
 * by the rare large collection; until then it keeps the next one, that one the one after it, and so all of them, each with the
 * calls that were in it: every small collection copies what should long be gone. A new Map from time to time ends the chain.
 */

const MOST_REMOVED = 256;

export class RenewedMap<Key, Value> implements Iterable<readonly [Key, Value]> {
  #map = new Map<Key, Value>();
  #removed = 0;

  get size(): number {
    return this.#map.size;
  }

  has(key: Key): boolean {
    return this.#map.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key);
  }

  set(key: Key, value: Value): void {
    this.#map.set(key, value);
  }

  delete(key: Key): boolean {
    if (!this.#map.delete(key)) return false;
    this.#removed += 1;
    if (this.#removed >= MOST_REMOVED) {
      this.#removed = 0;
      this.#map = new Map(this.#map);
    }
    return true;
  }

  clear(): void {
    this.#removed = 0;
    this.#map = new Map();
  }

  /** Copies, here and below: what comes or goes while somebody reads them makes no difference. */
  keys(): readonly Key[] {
    return [...this.#map.keys()];
  }

  values(): readonly Value[] {
    return [...this.#map.values()];
  }

  [Symbol.iterator](): Iterator<readonly [Key, Value]> {
    return [...this.#map][Symbol.iterator]();
  }

  /** The one that is there the longest. */
  first(): readonly [Key, Value] | undefined {
    const { value } = this.#map.entries().next();
    return value;
  }
}

export class RenewedSet<Item> implements Iterable<Item> {
  readonly #items = new RenewedMap<Item, true>();

  get size(): number {
    return this.#items.size;
  }

  has(item: Item): boolean {
    return this.#items.has(item);
  }

  add(item: Item): void {
    this.#items.set(item, true);
  }

  delete(item: Item): boolean {
    return this.#items.delete(item);
  }

  clear(): void {
    this.#items.clear();
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items.keys()[Symbol.iterator]();
  }
}
