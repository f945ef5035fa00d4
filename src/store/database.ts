/**
 * The database of one user, shared by all their processes and opened at its first use. Trouble with the file never fails
 * a call: `storage.ts` finds another place and says so. Only a file of a newer version is refused, with an error.
 */
import { TackleError } from "../errors.ts";
import type { Connection } from "./database/connection.ts";
import { DEFAULT_WAIT_MS } from "./database/open-file.ts";
import { explainFailure, failureKindOf } from "./database/sqlite-failure.ts";
import { Storage, type StorageOptions } from "./database/storage.ts";
import type { OnWarning } from "./warning.ts";

export interface WriteOptions {
  /** How long to wait for another process that writes; 5 seconds unless told. */
  readonly waitMs?: number;
}

/** Nothing is opened yet: that happens when it is first read or written. */
export function openDatabase(options: StorageOptions): Database {
  return new Database(options);
}

export class Database {
  readonly #storage: Storage;
  readonly #onWarning: OnWarning;

  constructor(options: StorageOptions) {
    this.#storage = new Storage(options);
    this.#onWarning = options.onWarning;
  }

  /** Opens it now, for those who want to hear of a too new file before they start. */
  open(): void {
    this.read(() => undefined);
  }

  /** Whether what was written last will be there tomorrow. */
  get isDurable(): boolean {
    return this.#storage.place === "file";
  }

  read<Result>(work: (connection: Connection) => Result): Result {
    return this.#use(DEFAULT_WAIT_MS, work);
  }

  /** Runs the work in a transaction, all or nothing. */
  write<Result>(work: (connection: Connection) => Result, options: WriteOptions = {}): Result {
    return this.#use(options.waitMs ?? DEFAULT_WAIT_MS, (connection) =>
      connection.transaction(() => work(connection)),
    );
  }

  /** A write that must not fail the caller: false when it failed, which was then said, or reached only the memory. */
  tryWrite(what: string, work: (connection: Connection) => void): boolean {
    try {
      this.write(work);
      return this.isDurable;
    } catch (error) {
      const { code, message, hint } = explainFailure(this.#storage.path, error);
      this.#onWarning(
        new TackleError({ code, message: `${what}: not kept. ${message}`, hint, cause: error }),
      );
      return false;
    }
  }

  /** What SQLite finds wrong in the file; reads all of it. */
  check(): readonly string[] {
    const rows = this.read((connection) => connection.all<{ quick_check: string }>("PRAGMA quick_check(20)"));
    return rows.map((row) => row.quick_check).filter((line) => line !== "ok");
  }

  /** Moves the log into the file, if nobody else is just using it, and closes. The next use opens it again. */
  close(): void {
    this.#storage.close();
  }

  #use<Result>(waitMs: number, work: (connection: Connection) => Result): Result {
    const attempt = (connection: Connection): Result => {
      connection.waitAtMost(waitMs);
      return work(connection);
    };
    try {
      return this.#withRepair(attempt);
    } catch (error) {
      throw explainFailure(this.#storage.path, error);
    }
  }

  /** Once more, in a new file, when the work met a damaged one. */
  #withRepair<Result>(attempt: (connection: Connection) => Result): Result {
    const connection = this.#storage.connection();
    try {
      return attempt(connection);
    } catch (error) {
      if (failureKindOf(error) !== "corrupt" || !this.isDurable) throw error;
      return attempt(this.#storage.replaceDamaged(error));
    }
  }
}
