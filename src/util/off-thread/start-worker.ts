/**
 * Starts a thread that gets nothing of ours but the data it is given: no environment, no flags, no terminal. It never keeps
 * the process alive by itself; whoever waits for it says `ref()`.
 */
import { Worker } from "node:worker_threads";

export interface WorkerStart {
  /** Written as `new URL("./name-worker.ts", import.meta.url)`, which the build replaces by the bundled file. */
  readonly file: URL;
  readonly data?: unknown;
  /** The largest heap of the thread; what WebAssembly uses comes on top. */
  readonly heapMb: number;
}

export function startWorker({ file, data, heapMb }: WorkerStart): Worker {
  const worker = new Worker(file, {
    workerData: data,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  // Nothing is printed there on purpose: warnings of the platform must not reach our terminal, nor fill a buffer.
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  return worker;
}
