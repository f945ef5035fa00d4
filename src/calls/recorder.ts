/**
 * Turns finished calls into records, off their path: hashing, measuring and masking wait for a quiet moment. Every call
 * that is handed in gets exactly one record; `close` writes what is left.
 */
import { hash } from "node:crypto";
import type { CallRecord, CallRequest, CallResult } from "../types.ts";
import { canonicalJson } from "../util/canonical-json.ts";
import { wireTextOf } from "../util/wire-text.ts";

export interface RecorderOptions {
  recordArguments(): boolean;
  redactText(text: string): string;
  redactValue(value: unknown): unknown;
  write(record: CallRecord): void;
  onFailure(error: unknown): void;
}

export interface FinishedCall {
  readonly request: CallRequest;
  readonly result: CallResult;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

const PAUSE_MS = 20;
const MAX_ERROR_CHARS = 2000;
const MAX_NAME_CHARS = 512;
const MAX_ARGUMENT_CHARS = 16 * 1024;

export class Recorder {
  readonly #options: RecorderOptions;
  #finished: FinishedCall[] = [];
  #timer: NodeJS.Timeout | undefined;
  #written = 0;
  readonly #names = new Map<string, string>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  add(call: FinishedCall): void {
    this.#finished.push(call);
    this.#timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** How many records this recorder has written so far. */
  flush(): number {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const calls = this.#finished;
    this.#finished = [];
    this.#names.clear(); // a name may have become a secret since
    for (const call of calls) this.#write(call);
    this.#written += calls.length;
    return this.#written;
  }

  /** One call that cannot be recorded must not cost the others their records, nor anybody the process. */
  #write(call: FinishedCall): void {
    try {
      this.#options.write(this.#recordOf(call));
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** The same few names come again and again, and masking costs. */
  #shownName(value: unknown): string {
    const name = nameOf(value);
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const shown = this.#options.redactText(name);
    this.#names.set(name, shown);
    return shown;
  }

  #recordOf({ request, result, startedAt }: FinishedCall): CallRecord {
    const options = this.#options;
    const text = textOf(request.arguments);
    const shown = options.recordArguments()
      ? textOf(request.arguments, (value) => options.redactValue(value)).slice(0, MAX_ARGUMENT_CHARS)
      : undefined;
    return {
      id: result.id,
      parent: request.parent,
      startedAt,
      durationMs: result.durationMs,
      server: result.server,
      kind: request.kind ?? "tool",
      tool: this.#shownName(result.tool),
      caller: request.caller.kind,
      callerName: this.#shownName(request.caller.name),
      outcome: result.outcome,
      // Masked before it is cut: half a secret would not be recognised.
      error:
        result.error === undefined ? undefined : options.redactText(result.error).slice(0, MAX_ERROR_CHARS),
      bytesIn: Buffer.byteLength(text),
      bytesOut: result.raw === undefined ? 0 : sizeOf(result.raw),
      argumentsHash: hash("sha256", text),
      arguments: shown,
      fromCache: result.fromCache,
    };
  }
}

/** Arguments come from outside and may not be plain data; a record is written all the same. */
function textOf(value: unknown, prepare: (value: unknown) => unknown = (same) => same): string {
  try {
    return canonicalJson(prepare(value)) ?? "";
  } catch {
    return "";
  }
}

/** As many bytes as the result has on the wire, roughly. */
function sizeOf(value: object): number {
  try {
    return Buffer.byteLength(wireTextOf(value) ?? JSON.stringify(value) ?? "");
  } catch {
    return 0;
  }
}

/** Callers in plain JavaScript may give anything for a name. */
function nameOf(value: unknown): string {
  return String(value).slice(0, MAX_NAME_CHARS);
}
