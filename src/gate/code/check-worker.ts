/** The thread that checks long programs. It evaluates nothing. */
import { parentPort } from "node:worker_threads";
import type { WorkerAnswer } from "../../util/off-thread/worker-call.ts";
import { checkCode, type CodeCheck, type CodeToCheck } from "./check-code.ts";

parentPort?.on("message", (code: CodeToCheck) => {
  const answer: WorkerAnswer<CodeCheck> = { output: checkCode(code) };
  parentPort?.postMessage(answer);
});
