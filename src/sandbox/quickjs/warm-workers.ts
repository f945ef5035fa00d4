/**
 * Threads with an engine that has never run anything, kept ready because starting one takes longer than most programs. A
 * thread leaves here for one run and never comes back. Waiting threads do not keep the process alive.
 */
import { readFile } from "node:fs/promises";
import type { Worker } from "node:worker_threads";
import { startWorker } from "../../util/off-thread/start-worker.ts";
import type { FromEngine } from "./messages.ts";
import type { RunWorkerData } from "./run-worker.ts";
import { wasmFile } from "./wasm-file.ts";

export interface WarmWorkersOptions {
  /** How many are kept ready. */
  readonly size: number;
  /** For programs that may use up to this much; others get a thread of their own. */
  readonly memoryBytes: number;
}

/** A program that runs alone and is over soon should not share its processor with the start of the next thread. */
const REFILL_AFTER_MS = 50;
const HEAP_MB = 96;
/** What Node gives as the number of a thread that has ended. */
const DEAD = -1;

export class WarmWorkers {
  readonly #options: WarmWorkersOptions;
  readonly #ready: Promise<Worker>[] = [];
  #wasm: Promise<WebAssembly.Module> | undefined;
  #refill: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WarmWorkersOptions) {
    this.#options = options;
  }

  /** A thread whose engine is open. */
  async take(memoryBytes: number): Promise<Worker> {
    if (memoryBytes > this.#options.memoryBytes) return this.#start(memoryBytes);
    const waiting = this.#ready.shift();
    this.#refillSoon();
    const worker = await waiting?.catch(() => undefined);
    // One that died while it waited is replaced; what ends a fresh one as well is a reason to fail.
    return worker === undefined || worker.threadId === DEAD ? this.#start(this.#options.memoryBytes) : worker;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#refill);
    const threads = await Promise.allSettled(this.#ready.splice(0));
    const started = threads.filter((thread) => thread.status === "fulfilled");
    await Promise.all(started.map((thread) => thread.value.terminate()));
  }

  #refillSoon(): void {
    if (this.#refill !== undefined || this.#isClosed) return;
    this.#refill = setTimeout(() => {
      this.#refill = undefined;
      if (this.#ready.length >= this.#options.size) return;
      const thread = this.#start(this.#options.memoryBytes);
      // Whoever takes it sees the failure.
      thread.catch(() => undefined);
      this.#ready.push(thread);
      this.#refillSoon();
    }, REFILL_AFTER_MS);
    this.#refill.unref();
  }

  async #start(memoryBytes: number): Promise<Worker> {
    this.#wasm ??= readFile(wasmFile()).then((bytes) => WebAssembly.compile(bytes));
    const data: RunWorkerData = { wasm: await this.#wasm, memoryBytes };
    const worker = startWorker({ file: new URL("./run-worker.ts", import.meta.url), data, heapMb: HEAP_MB });
    const { promise, resolve, reject } = Promise.withResolvers<Worker>();
    worker.once("message", (message: FromEngine) => {
      if (message.kind === "ready") resolve(worker);
    });
    worker.once("error", reject);
    worker.once("exit", () => {
      reject(new Error("The thread of the sandbox ended before it was used"));
    });
    try {
      return await promise;
    } finally {
      for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
      // The end of a thread that nobody listens to must not be the end of the process.
      worker.on("error", () => undefined);
    }
  }
}
