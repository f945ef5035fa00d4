/**
 * Writes the records of calls in a thread of its own, for boxes that serve many calls: the database is synchronous, and would
 * take a part of every call's time. Should the thread fail, what it has not written is written here.
 */
import type { Worker } from "node:worker_threads";
import { once } from "node:events";
import type { Store } from "../../store/store.ts";
import type { CallRecord } from "../../types.ts";
import { startWorker } from "../../util/off-thread/start-worker.ts";
import type { Environment } from "../../util/paths.ts";
import type { Logger } from "../../util/log/logger.ts";
import { recordCall } from "./record-call.ts";
import type { RecordAnswer, RecordParcel } from "./write-records-worker.ts";

const PAUSE_MS = 100;
const MOST_IN_PARCEL = 1000;
const LONGEST_END_MS = 5000;

export interface OffThreadParts {
  readonly env: Environment;
  readonly store: Store;
  readonly log: Logger;
}

export class OffThreadRecords {
  readonly #parts: OffThreadParts;
  /** Parcels that are not known to be written. */
  readonly #sent = new Map<number, readonly CallRecord[]>();
  #worker: Worker | undefined;
  #waiting: CallRecord[] = [];
  #timer: NodeJS.Timeout | undefined;
  #number = 0;

  constructor(parts: OffThreadParts) {
    this.#parts = parts;
    const { HOME, XDG_STATE_HOME } = parts.env;
    const worker = startWorker({
      file: new URL("./write-records-worker.ts", import.meta.url),
      data: { HOME, XDG_STATE_HOME },
      heapMb: 256,
    });
    worker.on("message", (message: RecordAnswer) => this.#hear(message));
    worker.on("error", (error) => this.#lose(String(error)));
    worker.on("exit", () => this.#lose("it ended"));
    this.#worker = worker;
  }

  write(record: CallRecord): void {
    this.#waiting.push(record);
    if (this.#waiting.length >= MOST_IN_PARCEL) this.#send(false);
    else this.#timer ??= setTimeout(() => this.#send(false), PAUSE_MS);
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker !== undefined) {
      const ended = once(worker, "exit");
      worker.ref();
      const timer = setTimeout(() => void worker.terminate(), LONGEST_END_MS);
      this.#send(true);
      await ended;
      clearTimeout(timer);
    }
    this.#lose(undefined);
  }

  #send(isLast: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const records = this.#waiting;
    this.#waiting = [];
    const number = ++this.#number;
    if (records.length > 0) this.#sent.set(number, records);
    const parcel: RecordParcel = { number, records, isLast };
    if (this.#worker === undefined) this.#writeHere();
    else this.#worker.postMessage(parcel);
  }

  #hear(message: RecordAnswer): void {
    if ("warning" in message) {
      this.#parts.log.warn(message.warning, { hint: message.hint });
      return;
    }
    for (const number of this.#sent.keys()) if (number <= message.number) this.#sent.delete(number);
  }

  #lose(reason: string | undefined): void {
    if (this.#worker !== undefined && reason !== undefined && this.#sent.size > 0)
      this.#parts.log.warn("the thread that writes records failed; they are written without it", { reason });
    this.#worker = undefined;
    this.#writeHere();
  }

  #writeHere(): void {
    for (const records of this.#sent.values())
      for (const record of records) recordCall(this.#parts.store, record);
    this.#sent.clear();
  }
}
