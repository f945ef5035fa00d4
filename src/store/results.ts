/**
 * Whole results of which a model was shown only a part, as files: they may have megabytes, are read in pieces and
 * go after days. In the database each would pass through its log and stop the program meanwhile, and reading one would
 * need the database. A file is one line of JSON, then the content.
 */
import { join } from "node:path";
import { messageOf, TackleError } from "../errors.ts";
import { atomicWrite } from "../util/atomic-write.ts";
import { pruneResults, RESULT_SUFFIX, type ResultLimits } from "./results/prune.ts";
import { type ResultPart, readResultFile } from "./results/read-part.ts";
import type { OnWarning } from "./warning.ts";

export interface ResultsOptions {
  readonly folder: string;
  readonly onWarning: OnWarning;
  readonly maxBytes?: number;
  readonly limits?: ResultLimits;
}

export interface ResultToKeep {
  readonly id: string;
  readonly content: string | Uint8Array;
  readonly mime: string;
}

export interface KeptResult {
  readonly id: string;
  /** How many are kept; less than `wholeBytes` when it was too large. */
  readonly bytes: number;
  readonly wholeBytes: number;
}

const MIB = 1024 * 1024;
const DEFAULT_LIMITS: ResultLimits = { maxTotalBytes: 512 * MIB, maxAgeMs: 7 * 86_400_000 };
const MAX_BYTES = 32 * MIB;
/** Looking at every file has a price; between two looks the folder may grow by this much. */
const PRUNE_AFTER_BYTES = 16 * MIB;
const PRUNE_AFTER_MS = 60_000;

export class Results {
  readonly #options: ResultsOptions;
  #writtenSincePrune = 0;
  #prunedAt = -Infinity;
  #hasWarned = false;

  constructor(options: ResultsOptions) {
    this.#options = options;
  }

  /** Undefined when it could not be kept, which is said once: the call goes on with the part that is shown. */
  async keep({ id, content, mime }: ResultToKeep): Promise<KeptResult | undefined> {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const kept = bytes.subarray(0, this.#options.maxBytes ?? MAX_BYTES);
    const header = JSON.stringify({
      mime: mime.slice(0, 255),
      isText: typeof content === "string",
      wholeBytes: bytes.length,
    });
    try {
      const data = Buffer.concat([Buffer.from(`${header}\n`), kept]);
      await atomicWrite(this.#fileOf(id), data, { createParents: true, mode: 0o600 });
      await this.#pruneSometimes(kept.length);
    } catch (error) {
      this.#warnOnce(error);
      return undefined;
    }
    this.#hasWarned = false;
    return { id, bytes: kept.length, wholeBytes: bytes.length };
  }

  /** A part of a result; offsets count bytes. Text is cut between characters, so the next part begins at `nextOffset`. */
  async read(
    id: string,
    range: { readonly offset?: number; readonly length?: number } = {},
  ): Promise<ResultPart> {
    return await readResultFile({ id, path: this.#fileOf(id), ...range });
  }

  /** How many were removed. */
  async prune(): Promise<number> {
    this.#writtenSincePrune = 0;
    this.#prunedAt = performance.now();
    return await pruneResults(this.#options.folder, this.#options.limits ?? DEFAULT_LIMITS);
  }

  async #pruneSometimes(written: number): Promise<void> {
    this.#writtenSincePrune += written;
    const isDue = performance.now() - this.#prunedAt > PRUNE_AFTER_MS;
    if (isDue || this.#writtenSincePrune > PRUNE_AFTER_BYTES) await this.prune();
  }

  /** Ids become file names, and may come from a model. */
  #fileOf(id: string): string {
    if (/^[A-Za-z0-9_-]{1,128}$/.test(id)) return join(this.#options.folder, id + RESULT_SUFFIX);
    throw new TackleError({
      code: "usage",
      message: `"${id.slice(0, 128)}" is not the id of a result; expected letters, digits, "-" and "_".`,
    });
  }

  #warnOnce(error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const hint = error instanceof TackleError ? error.hint : undefined;
    const message = `Whole results cannot be kept at the moment. ${messageOf(error)}`;
    this.#options.onWarning(new TackleError({ code: "permission", message, hint, cause: error }));
  }
}
