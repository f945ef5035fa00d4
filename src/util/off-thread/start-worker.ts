/**
 * Starts a thread that gets nothing of ours but the data it is given: no environment, none of our flags, no terminal. It never keeps
 * the process alive by itself; whoever waits for it says `ref()`.
 */
import { Worker } from "node:worker_threads";

export interface WorkerStart {
  /** A file whose name ends in `-worker.ts`, relative to `import.meta.url`: the build puts the bundled file in its place. */
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
    // What is printed there keeps the process alive until somebody reads it, and reading it does so even longer.
    execArgv: ["--no-warnings"],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  worker.unref();
  return worker;
}
