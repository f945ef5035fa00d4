/**
 * Where the data are, when things go wrong: in the file; in a new file, after a damaged one was set aside; or in memory,
 * while the file cannot be written, and back in the file when it can. Each change of place is said once.
 */
import { realpathSync } from "node:fs";
import { messageOf, TackleError, type ErrorCode } from "../../errors.ts";
import { carryOverAll, carryOverDecisions } from "./carry-over.ts";
import type { Connection } from "./connection.ts";
import { openMemory, openReadOnly } from "./memory-database.ts";
import { identityOf, openFile, type OpenFile } from "./open-file.ts";
import { setAside } from "./set-aside.ts";
import { failureKindOf } from "./sqlite-failure.ts";
import type { OnWarning } from "../warning.ts";

export interface StorageOptions {
  readonly path: string;
  readonly onWarning: OnWarning;
  /** How long to stay in memory before the file is tried again; one minute unless told. */
  readonly returnAfterMs?: number;
}

type State =
  | { readonly place: "closed" }
  | ({ readonly place: "file" } & OpenFile)
  | { readonly place: "memory"; readonly connection: Connection; readonly returnAt: number };

/** A disk that damages one file after the other is not worth a fourth. */
const MAX_SET_ASIDE = 3;

export class Storage {
  readonly #options: StorageOptions;
  #state: State = { place: "closed" };
  #realPath: string | undefined;
  #setAside = 0;

  constructor(options: StorageOptions) {
    this.#options = options;
  }

  get place(): State["place"] {
    return this.#state.place;
  }

  /** SQLite puts the log beside the real file, not beside a link to it; so must we, when we move it. */
  get path(): string {
    this.#realPath ??= realPathOf(this.#options.path);
    return this.#realPath;
  }

  /** The connection to use now; it must not be kept. */
  connection(): Connection {
    const state = this.#state;
    if (state.place === "memory")
      return performance.now() < state.returnAt ? state.connection : this.#returnToFile(state.connection);
    if (state.place === "file") {
      if (identityOf(this.path) === state.identity) return state.connection;
      this.#leave();
      this.#warn("conflict", `${this.path} was moved or removed while it was in use; its successor is used.`);
    }
    return this.#openFile();
  }

  /** Another connection, after the one to the file turned out to be to a damaged file. */
  replaceDamaged(error: unknown): Connection {
    const damaged = this.#state.place === "file" ? this.#state.identity : undefined;
    this.#leave();
    return this.#rebuild(damaged, error);
  }

  close(): void {
    // The last chance for what is in memory.
    if (this.#state.place === "memory") this.#returnToFile(this.#state.connection);
    const state = this.#state;
    try {
      if (state.place === "file" && identityOf(this.path) === state.identity)
        state.connection.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // What is in the log is safe there, and the next one who opens the file reads it.
    }
    this.#leave();
  }

  #openFile(): Connection {
    const identity = identityOf(this.path);
    try {
      return this.#useFile(openFile(this.path, this.#options.onWarning));
    } catch (error) {
      const kind = failureKindOf(error);
      if (kind === "corrupt") return this.#rebuild(identity, error);
      if (kind === "storage") return this.#useMemory(error);
      throw error;
    }
  }

  #rebuild(damaged: string | undefined, error: unknown): Connection {
    if (this.#setAside >= MAX_SET_ASIDE) return this.#useMemory(error);
    try {
      const aside = setAside(this.path, damaged);
      if (aside !== undefined) this.#setAside += 1;
      const connection = this.#useFile(openFile(this.path, this.#options.onWarning));
      if (aside !== undefined) this.#rescue(aside, connection, error);
      return connection;
    } catch (second) {
      this.#leave();
      return this.#useMemory(second);
    }
  }

  #rescue(aside: string, target: Connection, error: unknown): void {
    const source = openReadOnly(aside);
    const saved = source === undefined ? { pins: 0, approvals: 0 } : carryOverDecisions(source, target);
    source?.close();
    this.#warn(
      "internal",
      `${this.path} was damaged (${messageOf(error)}). It is now ${aside}, and a new one was begun with the ` +
        `${saved.pins} pinned tools and ${saved.approvals} approvals that could still be read.`,
      "Check the disk. Calls and audit events up to now are in the old file; tools that lost their pin are pinned " +
        "again as they then are.",
    );
  }

  #useFile(opened: OpenFile): Connection {
    this.#state = { place: "file", ...opened };
    return opened.connection;
  }

  #useMemory(error: unknown): Connection {
    const connection = this.#stayInMemory(openMemory(this.path));
    this.#warn(
      "permission",
      `${this.path} cannot be used (${messageOf(error)}). Calls, audit events, pins and approvals are kept in ` +
        "memory, and are lost with this process unless the file can be written before its end.",
      "See that the folder is writable for this user and that the disk has space.",
    );
    return connection;
  }

  #stayInMemory(connection: Connection): Connection {
    const returnAt = performance.now() + (this.#options.returnAfterMs ?? 60_000);
    this.#state = { place: "memory", connection, returnAt };
    return connection;
  }

  #returnToFile(memory: Connection): Connection {
    let opened: OpenFile | undefined;
    try {
      opened = openFile(this.path, this.#options.onWarning);
      carryOverAll(memory, opened.connection);
    } catch {
      // Still not, which was said when it began; a file that is damaged now is treated by the next process.
      opened?.connection.close();
      return this.#stayInMemory(memory);
    }
    memory.close();
    this.#warn("permission", `${this.path} can be written again; what was kept in memory is there now.`);
    return this.#useFile(opened);
  }

  #leave(): void {
    const state = this.#state;
    this.#state = { place: "closed" };
    if (state.place !== "closed") state.connection.close();
  }

  #warn(code: ErrorCode, message: string, hint?: string): void {
    this.#options.onWarning(new TackleError({ code, message, hint }));
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // it does not exist yet
  }
}
