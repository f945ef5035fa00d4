/**
 * Opens the database file: created for its owner only, in WAL mode so that readers and a writer do not wait for each
 * other, with all tables up to date. It must never create a file outside the opening lock: another process may just be
 * setting the old one aside, and the new file would be joined with the old one's write-ahead log.
 */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { loadSqlite } from "../../util/load-sqlite.ts";
import { Connection } from "./connection.ts";
import { createEmptyFile, keepFilePrivate, keepFolderPrivate } from "./keep-private.ts";
import { isUpToDate, migrate } from "./migrations.ts";
import { withOpeningLock } from "./opening-lock.ts";
import { failureKindOf, UnusableFile } from "./sqlite-failure.ts";
import type { OnWarning } from "../warning.ts";

export interface OpenFile {
  readonly connection: Connection;
  /** Which file it is, even when its name later belongs to another. */
  readonly identity: string;
}

export const DEFAULT_WAIT_MS = 5_000;
const ATTEMPTS = 5;

export function openFile(path: string, onWarning: OnWarning): OpenFile {
  keepFolderPrivate(dirname(path), onWarning);
  for (let attempt = 1; ; attempt += 1) {
    if (!existsSync(path)) withOpeningLock(path, () => createEmptyFile(path));
    const identity = identityOf(path);
    const connection = identity === undefined ? undefined : openExisting(path, onWarning);
    // Set aside by another process while we opened it: ours would be the old file with the new one's log.
    if (connection !== undefined && identity !== undefined && identityOf(path) === identity)
      return { connection, identity };
    connection?.close();
    if (attempt >= ATTEMPTS) throw new UnusableFile("storage", "it is replaced again and again");
  }
}

/** Device and inode, or undefined when there is no such file, or none that we may see. */
export function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path);
    return `${found.dev}:${found.ino}`;
  } catch {
    return undefined; // opening it will say why
  }
}

function openExisting(path: string, onWarning: OnWarning): Connection {
  keepFilePrivate(path, onWarning);
  // SQLite would quietly open it read-only.
  accessSync(path, constants.R_OK | constants.W_OK);
  accessSync(dirname(path), constants.W_OK);
  const { DatabaseSync } = loadSqlite();
  const url = pathToFileURL(path);
  url.searchParams.set("mode", "rw");
  const connection = new Connection(new DatabaseSync(url));
  try {
    connection.waitAtMost(DEFAULT_WAIT_MS);
    connection.exec(`
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA temp_store = MEMORY;
    `);
    if (!isUpToDate(connection, path)) withOpeningLock(path, () => setUp(connection));
    // A power cut may cost the last moments, never the file. A killed process costs nothing that was committed.
    connection.exec("PRAGMA synchronous = NORMAL");
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function setUp(connection: Connection): void {
  // Before the first table and before WAL: pruned space is given back to the disk.
  waitWhileBusy(() => connection.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL"));
  migrate(connection);
}

/** SQLite does not wait by itself when the change of the journal mode meets another process that only just looks. */
function waitWhileBusy(work: () => void): void {
  const giveUpAt = performance.now() + DEFAULT_WAIT_MS;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (failureKindOf(error) !== "busy" || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
