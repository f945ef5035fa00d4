/**
 * An exclusive lock between processes that the operating system frees when its holder dies, however it dies: an SQLite
 * database holds it by a lock on the open file. The lock file stays empty and must never be deleted while programs run,
 * nor opened and closed by other code of a process that holds it (POSIX then drops the lock).
 */
import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf, systemCodeOf, TackleError } from "../errors.ts";
import { loadSqlite } from "./load-sqlite.ts";

export interface FileLockOptions {
  /** How long to wait for another holder; 10 seconds unless told. 0 tries once. */
  readonly waitMs?: number;
  /** Ends the waiting, not the work under the lock. */
  readonly signal?: AbortSignal;
}

/** Runs `work` while no other process, and no other call in this one, holds the lock. Not reentrant. */
export async function withFileLock<Result>(
  lockPath: string,
  options: FileLockOptions,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  throwIfCancelled(lockPath, options.signal);
  const database = openLockFile(lockPath);
  try {
    await acquire(database, lockPath, options);
    return await work();
  } finally {
    // Closing rolls back the empty transaction, and with that frees the lock.
    database.close();
  }
}

function openLockFile(lockPath: string): DatabaseSync {
  try {
    mkdirSync(dirname(lockPath), { recursive: true, mode: 0o700 });
    createEmpty(lockPath);
    // SQLite would open a read-only file all the same, and then "BEGIN EXCLUSIVE" excludes no one.
    accessSync(lockPath, constants.R_OK | constants.W_OK);
    const { DatabaseSync } = loadSqlite();
    return new DatabaseSync(lockPath);
  } catch (error) {
    throw explain(lockPath, error);
  }
}

/** So that it has mode 0600. In one step without await: closing it later could free a lock that we took meanwhile. */
function createEmpty(lockPath: string): void {
  try {
    closeSync(openSync(lockPath, "wx", 0o600));
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
}

const DEFAULT_WAIT_MS = 10_000;
const MAX_PAUSE_MS = 50;

/** Asks again and again with a pause that varies, so that waiting processes do not march in step. */
async function acquire(database: DatabaseSync, lockPath: string, options: FileLockOptions): Promise<void> {
  const { waitMs = DEFAULT_WAIT_MS, signal } = options;
  const giveUpAt = performance.now() + waitMs;
  for (let pause = 2; !tryAcquire(database, lockPath); pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    if (performance.now() >= giveUpAt) throw busy(lockPath, waitMs);
    await delay(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    throwIfCancelled(lockPath, signal);
  }
}

function tryAcquire(database: DatabaseSync, lockPath: string): boolean {
  try {
    // No journal file beside the lock file; nothing is ever written anyway.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    const code = sqliteCodeOf(error);
    if (code === SQLITE_BUSY || code === SQLITE_LOCKED) return false;
    throw explain(lockPath, error);
  }
}

/** Result codes of SQLite, see sqlite.org/rescode.html. */
const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

function sqliteCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return error.errcode & 0xff;
}

function throwIfCancelled(lockPath: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new TackleError({
    code: "cancelled",
    message: `Gave up waiting for the lock ${lockPath}.`,
    cause: signal.reason,
  });
}

function busy(lockPath: string, waitMs: number): TackleError {
  return new TackleError({
    code: "busy",
    message: `The lock ${lockPath} is held by another process; waited ${waitMs} ms for it.`,
    hint: `Try again when the other 'tackle' has finished; 'fuser ${lockPath}' shows which process it is.`,
  });
}

function explain(lockPath: string, error: unknown): TackleError {
  const system = systemCodeOf(error);
  const sqlite = sqliteCodeOf(error);
  const isRefused = system === "EACCES" || system === "EPERM" || system === "EROFS";
  if (isRefused || sqlite === SQLITE_PERM || sqlite === SQLITE_READONLY || sqlite === SQLITE_CANTOPEN) {
    return new TackleError({
      code: "permission",
      message: `Cannot lock ${lockPath}: this user may not write it (${messageOf(error)}).`,
      hint: `Change the permissions of ${dirname(lockPath)} so that this user can write there.`,
      cause: error,
    });
  }
  if (sqlite === SQLITE_NOTADB) {
    return new TackleError({
      code: "conflict",
      message: `Cannot lock ${lockPath}: the file holds something else.`,
      hint: "Move that file away; the lock file is created again when it is needed.",
      cause: error,
    });
  }
  return new TackleError({
    code: "internal",
    message: `Cannot lock ${lockPath}: ${messageOf(error)}`,
    cause: error,
  });
}
