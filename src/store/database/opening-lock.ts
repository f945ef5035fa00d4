/**
 * Held while the database file is created, migrated or set aside, so that of several processes one does it and the
 * others find it done. Synchronous, unlike `util/file-lock.ts`: the database opens inside queries, which are synchronous.
 */
import { accessSync, constants } from "node:fs";
import { loadSqlite } from "../../util/load-sqlite.ts";
import { createEmptyFile } from "./keep-private.ts";

const WAIT_MS = 10_000;

export function withOpeningLock<Result>(databasePath: string, work: () => Result): Result {
  const lockPath = `${databasePath}.lock`;
  createEmptyFile(lockPath);
  // SQLite would open a read-only file all the same, and then "BEGIN EXCLUSIVE" excludes no one.
  accessSync(lockPath, constants.R_OK | constants.W_OK);
  const { DatabaseSync } = loadSqlite();
  const lock = new DatabaseSync(lockPath, { timeout: WAIT_MS });
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return work();
  } finally {
    lock.close();
  }
}
