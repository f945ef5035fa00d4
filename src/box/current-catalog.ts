/**
 * The catalog as it is now. A change costs nothing until somebody looks, and is told once for all that happens in one turn:
 * fifty servers may start at once.
 */
import type { Snapshot } from "../catalog/snapshot.ts";

export interface CatalogParts {
  build(previous: Snapshot | undefined): Snapshot;
  onChange(catalog: Snapshot): void;
}

export class CurrentCatalog {
  readonly #parts: CatalogParts;
  #catalog: Snapshot | undefined;
  #isStale = true;
  /** What was told last. */
  #told: Snapshot | undefined;
  #hasNews = false;
  #isOver = false;

  constructor(parts: CatalogParts) {
    this.#parts = parts;
  }

  get(): Snapshot {
    if (this.#catalog === undefined || this.#isStale) this.#catalog = this.#parts.build(this.#catalog);
    this.#isStale = false;
    return this.#catalog;
  }

  changed(): void {
    this.#isStale = true;
    if (this.#hasNews) return;
    this.#hasNews = true;
    setImmediate(() => {
      this.#hasNews = false;
      if (this.#isOver || this.get() === this.#told) return;
      this.#told = this.get();
      this.#parts.onChange(this.#told);
    });
  }

  /** Nothing is told any more. */
  close(): void {
    this.#isOver = true;
  }
}
