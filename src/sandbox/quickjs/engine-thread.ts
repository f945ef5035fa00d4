/** The thread of a run as `HostRun` sees it. */
import type { Worker } from "node:worker_threads";
import type { FromEngine, ToEngine } from "./messages.ts";

export interface EngineThread {
  post(message: ToEngine): void;
  /** Called once, before the first message is posted. */
  listen(listeners: EngineListeners): void;
  /** How long it has been busy; it may be asked at any time, also while the thread answers nothing. */
  busyMs(): number;
  end(): Promise<void>;
}

export interface EngineListeners {
  readonly message: (message: FromEngine) => void;
  /** The thread is gone without having said how the program ended. */
  readonly death: (reason: "memory" | "unknown") => void;
}

export function workerThread(worker: Worker): EngineThread {
  const before = worker.performance.eventLoopUtilization();
  return {
    post: (message) => worker.postMessage(message),
    listen({ message, death }) {
      worker.ref();
      worker.on("message", message);
      worker.on("error", (error) => {
        const code = "code" in error ? error.code : undefined;
        death(code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "unknown");
      });
      worker.on("exit", () => death("unknown"));
    },
    busyMs: () => worker.performance.eventLoopUtilization(before).active,
    async end() {
      worker.removeAllListeners("message");
      worker.removeAllListeners("exit");
      await worker.terminate();
    },
  };
}
