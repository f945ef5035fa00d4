/**
 * Keeps a server's lists current: collects news of changes, reads at most every so often, and slows down for a server
 * that announces changes without making any.
 */
import type { ServerLists } from "../../types.ts";
import { canonicalJson } from "../../util/canonical-json.ts";
import type { SupervisionPolicy } from "./policy.ts";

export interface RefresherOptions {
  readonly policy: SupervisionPolicy;
  read(): Promise<ServerLists>;
  onChange(lists: ServerLists): void;
  onFailure(error: unknown): void;
}

export class ListRefresher {
  readonly #options: RefresherOptions;
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #isWanted = false;
  #isClosed = false;
  #lastRead = 0;
  #interval: number;
  #known: string | undefined;

  constructor(options: RefresherOptions, current: ServerLists | undefined) {
    this.#options = options;
    this.#interval = options.policy.listIntervalMs;
    this.#known = current === undefined ? undefined : canonicalJson(current);
    this.#lastRead = performance.now();
  }

  /** The server says that something changed. */
  announce(): void {
    this.#isWanted = true;
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#isReading || this.#isClosed || !this.#isWanted) return;
    const earliest = this.#lastRead + this.#interval - performance.now();
    this.#timer = setTimeout(
      () => void this.#read(),
      Math.max(this.#options.policy.listDebounceMs, earliest),
    );
  }

  async #read(): Promise<void> {
    const { policy } = this.#options;
    this.#timer = undefined;
    this.#isWanted = false;
    this.#isReading = true;
    try {
      const lists = await this.#options.read();
      if (this.#isClosed) return;
      const text = canonicalJson(lists);
      const isNew = text !== this.#known;
      this.#known = text;
      this.#interval = isNew
        ? policy.listIntervalMs
        : Math.min(this.#interval * 2, policy.listIntervalLongestMs);
      if (isNew) this.#options.onChange(lists);
    } catch (error) {
      if (!this.#isClosed) this.#options.onFailure(error);
    } finally {
      this.#isReading = false;
      this.#lastRead = performance.now();
      this.#schedule(); // what was announced while we read
    }
  }
}
