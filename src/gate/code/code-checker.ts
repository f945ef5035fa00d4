/** Checks programs without blocking this thread: short ones here, others in a worker that is started when it is needed. */
import { messageOf } from "../../errors.ts";
import { WorkerCall } from "../../util/off-thread/worker-call.ts";
import { checkCode, type CodeCheck, type CodeToCheck } from "./check-code.ts";

/** Checked within a few milliseconds. */
const SHORT_LENGTH = 8 * 1024;

export class CodeChecker {
  readonly #worker = new WorkerCall<CodeToCheck, CodeCheck>({
    file: new URL("./check-worker.ts", import.meta.url),
    purpose: "check the program",
    heapMb: 128,
    timeoutMs: 10_000,
  });

  async check(code: CodeToCheck): Promise<CodeCheck> {
    if (code.code.length <= SHORT_LENGTH) return checkCode(code);
    try {
      return await this.#worker.call(code);
    } catch (thrown) {
      // What cannot be checked may not run.
      return { problems: [{ message: messageOf(thrown), line: 1, column: 1, nearest: [] }], tools: [] };
    }
  }

  close(): void {
    this.#worker.close();
  }
}
