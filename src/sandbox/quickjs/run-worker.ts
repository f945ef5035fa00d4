/** The thread of one run: opens an engine while it waits, runs one program in it, and is ended from outside. */
import { parentPort, workerData } from "node:worker_threads";
import { GuestRun } from "./guest-run.ts";
import type { FromEngine, ToEngine } from "./messages.ts";
import { openQuickJs } from "./open-quickjs.ts";

export interface RunWorkerData {
  readonly wasm: WebAssembly.Module;
  readonly memoryBytes: number;
}

const { wasm, memoryBytes } = workerData as RunWorkerData;
const run = new GuestRun(await openQuickJs(wasm, memoryBytes), post);

function post(message: FromEngine): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", (message: ToEngine) => {
  if (message.kind === "run") run.start(message.job);
  else run.settle(message);
});
post({ kind: "ready" });
