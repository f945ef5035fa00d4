/**
 * Keeps the log in a file that several processes may write at the same time: lines are appended whole, in one write
 * each time, and rotation is done by one process under a lock. A file that cannot be written is reported once; the
 * program goes on, and lines that were lost are counted in the file as soon as it can be written again.
 */
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../../errors.ts";
import { AppendFile } from "./append-file.ts";
import { formatJsonLine } from "./format-json-line.ts";
import type { LogRecord, LogSink } from "./record.ts";

export interface FileSinkOptions {
  readonly path: string;
  /** The size at which the file is moved to `<path>.1`; 5 MiB unless told. */
  readonly maxBytes?: number;
  /** How many old files are kept, at least 1; 3 unless told. */
  readonly keep?: number;
  /** Is told once why the file cannot be written; on stderr unless told. */
  readonly onFailure?: (message: string) => void;
}

const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;
const DEFAULT_KEEP = 3;
/** What may wait in memory for a slow disk; lines beyond it are counted, not kept. */
const MAX_WAITING_CHARS = 8 * 1024 * 1024;
/** One write takes at most this much, and no more than a file may hold. */
const MAX_BATCH_CHARS = 256 * 1024;
const RETRY_AFTER_MS = 1_000;

export function fileSink(options: FileSinkOptions): LogSink {
  return new FileSink(options);
}

class FileSink implements LogSink {
  readonly #file: AppendFile;
  readonly #path: string;
  readonly #maxBatchChars: number;
  readonly #onFailure: (message: string) => void;
  #waiting: string[] = [];
  #waitingChars = 0;
  #lost = 0;
  #hasReported = false;
  #isClosing = false;
  #draining: Promise<void> | undefined;
  #retryAbort = new AbortController();

  constructor({
    path,
    maxBytes = DEFAULT_MAX_BYTES,
    keep = DEFAULT_KEEP,
    onFailure = reportOnStderr,
  }: FileSinkOptions) {
    this.#file = new AppendFile({ path, maxBytes, keep: Math.max(1, keep) });
    this.#path = path;
    this.#maxBatchChars = Math.min(MAX_BATCH_CHARS, maxBytes);
    this.#onFailure = onFailure;
  }

  write(record: LogRecord): void {
    if (this.#isClosing) return;
    const line = formatJsonLine(record);
    if (this.#waitingChars + line.length > MAX_WAITING_CHARS) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingChars += line.length;
    this.#draining ??= this.#drain();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#retryAbort.abort();
    await this.#draining;
    // What failed before gets one more try.
    while ((this.#waiting.length > 0 || this.#lost > 0) && (await this.#writeBatch()));
    await this.#file.close().catch((error: unknown) => this.#report(error));
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (await this.#writeBatch()) continue;
      if (this.#isClosing) break;
      // The timer must not keep a program alive that has nothing else to do.
      const pause = { ref: false, signal: this.#retryAbort.signal };
      await delay(RETRY_AFTER_MS, undefined, pause).catch(() => undefined);
    }
    this.#draining = undefined;
  }

  /** Writes some lines; when that fails they go back to the front of what waits. */
  async #writeBatch(): Promise<boolean> {
    const lost = this.#lost;
    const batch = this.#takeBatch();
    const text = (lost > 0 ? lostLine(lost) : "") + batch.join("");
    try {
      await this.#file.append(text);
      this.#lost -= lost;
      return true;
    } catch (error) {
      this.#waiting = [...batch, ...this.#waiting];
      this.#waitingChars += charsOf(batch);
      this.#report(error);
      return false;
    }
  }

  #takeBatch(): string[] {
    let count = 0;
    let chars = 0;
    for (const line of this.#waiting) {
      if (count > 0 && chars + line.length > this.#maxBatchChars) break;
      count += 1;
      chars += line.length;
    }
    this.#waitingChars -= chars;
    return this.#waiting.splice(0, count);
  }

  #report(error: unknown): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#onFailure(`Cannot write the log file ${this.#path}: ${messageOf(error)}. Going on without it.`);
  }
}

function charsOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

function lostLine(lost: number): string {
  const time = new Date().toISOString();
  return formatJsonLine({ time, level: "warn", message: "Log lines were lost", fields: { lost } });
}

function reportOnStderr(message: string): void {
  process.stderr.write(`${message}\n`);
}
