/**
 * The tokens as they are now, for a gateway that is asked thousands of times a second: the file is looked at a few times a
 * second at most, and read when it is another. Without a timer: nobody asks, nothing happens.
 */
import { statSync } from "node:fs";
import { systemCodeOf } from "../errors.ts";
import type { Environment } from "../util/paths.ts";
import { readTokens, tokensFile, type StoredToken } from "./tokens.ts";

export interface CurrentTokensOptions {
  readonly env: Environment;
  /** Told once when the file cannot be read; until it can, there is no token. */
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds on a clock that never goes back. */
  readonly clock?: () => number;
}

const LOOK_EVERY_MS = 250;

export class CurrentTokens {
  readonly #options: CurrentTokensOptions;
  readonly #clock: () => number;
  #tokens: ReadonlyMap<string, StoredToken> = new Map();
  #mark = "";
  #lookedAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;

  constructor(options: CurrentTokensOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  find(id: string): StoredToken | undefined {
    this.#look();
    return this.#tokens.get(id);
  }

  #look(): void {
    const now = this.#clock();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    try {
      const mark = markOf(tokensFile(this.#options.env));
      if (mark === this.#mark) return;
      this.#mark = mark;
      this.#tokens = new Map(readTokens(this.#options.env).map((token) => [token.id, token]));
      this.#hasFailed = false;
    } catch (error) {
      this.#tokens = new Map();
      if (!this.#hasFailed) this.#options.onFailure(error);
      this.#hasFailed = true;
    }
  }
}

/** Another whenever the file was replaced or written. */
function markOf(path: string): string {
  try {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return "none";
    throw error;
  }
}
