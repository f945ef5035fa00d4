/**
 * What a program prints, up to a limit. The first lines are sent at once, so that they are there even when the thread must be
 * killed; later ones in bundles, so that a flood of them is no flood of messages.
 */
import type { LogLevel, LogLine } from "../executor.ts";
import { describeExcess, type Limits } from "../limits.ts";

const SENT_AT_ONCE = 100;
const BUNDLE_BYTES = 4096;
/** Every line costs something besides its text, also an empty one. */
const LINE_BYTES = 16;
const LEVELS: ReadonlySet<string> = new Set<LogLevel>(["log", "info", "warn", "error", "debug"]);

export class ConsoleBuffer {
  readonly #limits: Limits;
  readonly #send: (lines: readonly LogLine[]) => void;
  #bundle: LogLine[] = [];
  #bundleBytes = 0;
  #bytes = 0;
  #lines = 0;
  #isFull = false;

  constructor(limits: Limits, send: (lines: readonly LogLine[]) => void) {
    this.#limits = limits;
    this.#send = send;
  }

  /** False when nothing more will be kept. */
  add(level: string, text: string): boolean {
    if (this.#isFull) return false;
    const room = this.#limits.consoleBytes - this.#bytes;
    const bytes = Buffer.byteLength(text) + LINE_BYTES;
    if (bytes > room) {
      const kept = Buffer.from(text).subarray(0, room).toString().replace(/�$/, "");
      if (kept !== "") this.#push({ level: asLevel(level), text: kept }, room);
      this.#push({ level: "warn", text: describeExcess("consoleBytes", this.#limits) }, 0);
      this.#isFull = true;
      this.flush();
      return false;
    }
    this.#push({ level: asLevel(level), text }, bytes);
    return true;
  }

  flush(): void {
    if (this.#bundle.length === 0) return;
    this.#send(this.#bundle);
    this.#bundle = [];
    this.#bundleBytes = 0;
  }

  #push(line: LogLine, bytes: number): void {
    this.#bytes += bytes;
    this.#bundleBytes += bytes;
    this.#lines += 1;
    this.#bundle.push(line);
    if (this.#lines <= SENT_AT_ONCE || this.#bundleBytes >= BUNDLE_BYTES) this.flush();
  }
}

function asLevel(level: string): LogLevel {
  return LEVELS.has(level) ? (level as LogLevel) : "log";
}
