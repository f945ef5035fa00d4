/** The thread that reads long programs and TypeScript. It evaluates nothing. */
import { parentPort } from "node:worker_threads";
import type { WorkerAnswer } from "../../util/off-thread/worker-call.ts";
import { prepareJavaScript, prepareSource, type PreparedSource } from "./prepare-source.ts";
import { stripTypes } from "./strip-types.ts";

parentPort?.on("message", (source: string) => {
  const output = prepareJavaScript(source) ?? prepareSource(source, stripTypes);
  const answer: WorkerAnswer<PreparedSource> = { output, spent: !output.ok && output.spent === true };
  parentPort?.postMessage(answer);
});
