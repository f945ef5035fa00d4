/**
 * Calls a function that lives in a worker, so that work on untrusted text can neither block nor break this thread. Every call
 * has a thread to itself; one is kept for a while for the next call. A thread that failed or took too long is thrown away.
 */
import type { Worker } from "node:worker_threads";
import { TackleError } from "../../errors.ts";
import { startWorker } from "./start-worker.ts";

export interface WorkerCallOptions {
  readonly file: URL;
  /** What it does, for messages: "check the program". */
  readonly purpose: string;
  readonly heapMb: number;
  readonly timeoutMs: number;
}

/** What a worker answers. After `spent` it must not be used again. */
export interface WorkerAnswer<Output> {
  readonly output: Output;
  readonly spent?: boolean;
}

const KEEP_IDLE_MS = 30_000;

export class WorkerCall<Input, Output> {
  readonly #options: WorkerCallOptions;
  readonly #busy = new Set<Worker>();
  #idle: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WorkerCallOptions) {
    this.#options = options;
  }

  async call(input: Input): Promise<Output> {
    if (this.#isClosed) throw this.#failure("cancelled", "it was closed");
    const worker = this.#take();
    worker.ref();
    this.#busy.add(worker);
    try {
      const answer = await this.#ask(worker, input);
      this.#giveBack(worker, answer.spent === true);
      return answer.output;
    } catch (thrown) {
      this.#giveBack(worker, true);
      throw thrown;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#dropIdle();
    for (const worker of this.#busy) void worker.terminate();
  }

  #ask(worker: Worker, input: Input): Promise<WorkerAnswer<Output>> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer<Output>>();
    const { timeoutMs } = this.#options;
    const timer = setTimeout(() => {
      reject(this.#failure("timeout", `it took longer than ${timeoutMs} ms`));
    }, timeoutMs);
    // The other side is our own code: what it sends has the type that it says.
    worker.once("message", resolve);
    worker.once("error", (error) => {
      reject(this.#failure("internal", "the thread failed", error));
    });
    worker.once("exit", () => {
      reject(this.#failure("internal", "the thread ended"));
    });
    worker.postMessage(input);
    return promise.finally(() => {
      clearTimeout(timer);
      for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
    });
  }

  #take(): Worker {
    const worker = this.#idle ?? startWorker(this.#options);
    this.#idle = undefined;
    clearTimeout(this.#idleTimer);
    return worker;
  }

  #giveBack(worker: Worker, isSpent: boolean): void {
    this.#busy.delete(worker);
    if (isSpent || this.#isClosed || this.#idle !== undefined) {
      void worker.terminate();
      return;
    }
    worker.unref();
    worker.once("error", () => this.#dropIdle());
    this.#idle = worker;
    this.#idleTimer = setTimeout(() => this.#dropIdle(), KEEP_IDLE_MS);
    this.#idleTimer.unref();
  }

  #dropIdle(): void {
    clearTimeout(this.#idleTimer);
    void this.#idle?.terminate();
    this.#idle = undefined;
  }

  #failure(code: "cancelled" | "timeout" | "internal", reason: string, cause?: unknown): TackleError {
    return new TackleError({ code, message: `Could not ${this.#options.purpose}: ${reason}`, cause });
  }
}
