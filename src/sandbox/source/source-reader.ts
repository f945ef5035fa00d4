/**
 * Reads programs without blocking this thread: short JavaScript is read here, everything else in a worker, which is started
 * when it is first needed.
 */
import { messageOf } from "../../errors.ts";
import { WorkerCall } from "../../util/off-thread/worker-call.ts";
import { prepareJavaScript, type PreparedSource } from "./prepare-source.ts";

/** Read within a few milliseconds, even when the parser was never used before. */
const SHORT_LENGTH = 8 * 1024;

export class SourceReader {
  readonly #worker = new WorkerCall<string, PreparedSource>({
    file: new URL("./source-worker.ts", import.meta.url),
    purpose: "read the program",
    heapMb: 128,
    timeoutMs: 10_000,
  });

  async read(given: string): Promise<PreparedSource> {
    // A first line for a shell says nothing to us. Its blanks keep every place where it was.
    const source = given.replace(/^#![^\n]*/, (line) => " ".repeat(line.length));
    const prepared = source.length <= SHORT_LENGTH ? prepareJavaScript(source) : undefined;
    if (prepared !== undefined) return prepared;
    try {
      return await this.#worker.call(source);
    } catch (thrown) {
      // A text on which the thread dies or hangs is a bad program, and no failure of ours.
      return { ok: false, problem: { message: messageOf(thrown), line: 1, column: 1 } };
    }
  }

  close(): void {
    this.#worker.close();
  }
}
