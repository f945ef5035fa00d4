/**
 * From the bytes of a server's stdout to messages for the SDK, in order. A burst is worked off in slices, with the
 * pipe paused in between, so that one chatty server cannot hold the event loop.
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/client";
import { findReplyId } from "./find-reply-id.ts";
import { LineFramer, type OversizeLine } from "./line-framing.ts";
import type { NoiseMeter } from "./noise-meter.ts";
import { parseLine, parseValue, type ParsedLine } from "./parse-message.ts";
import type { PendingRequests } from "./pending-requests.ts";
import { faultyReply } from "./repair-reply.ts";

export interface InboxOptions {
  readonly maxMessageBytes: number;
  readonly pending: PendingRequests;
  readonly noise: NoiseMeter;
  readonly deliver: (message: JSONRPCMessage) => void;
  readonly onOversize: (line: OversizeReport) => void;
  /** A line far past the limit that does not end: the server cannot be talked to any more. */
  readonly onEndless: (bytes: number) => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

export interface OversizeReport {
  readonly bytes: number;
  /** The request that the line answered, when that could be told. */
  readonly id: RequestId | undefined;
}

type Message = Extract<ParsedLine, { kind: "reply" | "other" }>;

const SLICE_MS = 5;
const LINES_PER_CLOCK_CHECK = 16;

export class Inbox {
  readonly #options: InboxOptions;
  readonly #framer: LineFramer;
  /** Messages already parsed: the rest of a batch, or a reply that waits for its turn. Read from `#readyIndex`. */
  #ready: Message[] = [];
  #readyIndex = 0;
  #turn: NodeJS.Immediate | undefined;
  #hasEnded = false;
  #onEmpty: (() => void) | undefined;
  #isStopped = false;
  #isPaused = false;
  #bytesRead = 0;
  readonly #match = (id: unknown): RequestId | undefined => this.#options.pending.match(id);

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#framer = new LineFramer({ maxBytes: options.maxMessageBytes });
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  push(chunk: Buffer): void {
    if (this.#isStopped) return;
    this.#bytesRead += chunk.length;
    this.#framer.push(chunk);
    if (this.#turn === undefined) this.#work();
  }

  /** No more bytes will come: reads an unfinished last line too, and resolves when all is delivered. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      this.#hasEnded = true;
      this.#onEmpty = resolve;
      if (this.#isStopped) resolve();
      else if (this.#turn === undefined) this.#work();
    });
  }

  /** Delivers nothing from now on. */
  stop(): void {
    this.#isStopped = true;
    clearImmediate(this.#turn);
    this.#ready = [];
    // What still comes is thrown away, but must be read: a server blocked on its output cannot exit in peace.
    if (this.#isPaused) this.#resume();
    this.#onEmpty?.();
  }

  #work(): void {
    const started = performance.now();
    let sawOther = false;
    for (let count = 1; !this.#isStopped; count += 1) {
      const message = this.#nextReady();
      if (message !== undefined) {
        // The SDK handles a notification one microtask late but a reply at once: a reply that follows a
        // notification waits for the next turn, or the last progress of a call would be lost.
        if (message.kind === "reply" && sawOther) {
          this.#readyIndex -= 1;
          return this.#workLater();
        }
        sawOther ||= message.kind === "other";
        this.#deliver(message);
      } else if (!this.#readLine()) {
        if (this.#isPaused) this.#resume();
        if (this.#hasEnded) this.#onEmpty?.();
        return;
      }
      if (count % LINES_PER_CLOCK_CHECK === 0 && performance.now() - started > SLICE_MS) {
        this.#isPaused = true;
        this.#options.pause();
        return this.#workLater();
      }
    }
  }

  #resume(): void {
    this.#isPaused = false;
    this.#options.resume();
  }

  #workLater(): void {
    this.#turn = setImmediate(() => {
      this.#turn = undefined;
      this.#work();
    });
  }

  #nextReady(): Message | undefined {
    const message = this.#ready[this.#readyIndex];
    if (message !== undefined) this.#readyIndex += 1;
    else if (this.#readyIndex > 0) {
      this.#ready.length = 0;
      this.#readyIndex = 0;
    }
    return message;
  }

  #deliver(message: Message): void {
    if (message.kind === "reply") {
      // A batch can hold two replies to one request: the first wins.
      if (this.#match(message.id) === undefined)
        return this.#options.noise.note("stray-reply", String(message.id));
      this.#options.pending.settle(message.id);
    }
    this.#options.deliver(message.message);
  }

  /** Reads one line into `#ready`; false when there is none. */
  #readLine(): boolean {
    const line = this.#framer.next() ?? (this.#hasEnded ? this.#lastLine() : undefined);
    if (line === undefined) return false;
    if (typeof line === "string") this.#accept(parseLine(line, this.#match), line);
    else this.#acceptOversize(line);
    return true;
  }

  /** The end of the stream without a line break: half a message is left to the exit that explains it. */
  #lastLine(): string | OversizeLine | undefined {
    const line = this.#framer.rest();
    return typeof line === "string" && !isWholeJson(line) ? undefined : line;
  }

  #accept(parsed: ParsedLine, text: string): void {
    switch (parsed.kind) {
      case "reply":
      case "other":
        this.#ready.push(parsed);
        return;
      case "stray":
        return this.#options.noise.note("stray-reply", text);
      case "noise":
        if (text.trim() !== "") this.#options.noise.note("text", text);
        return;
      case "batch":
        for (const item of parsed.items) {
          const inner = parseValue(item, this.#match);
          this.#accept(inner.kind === "batch" ? { kind: "noise" } : inner, text);
        }
    }
  }

  #acceptOversize(line: OversizeLine): void {
    const { pending, maxMessageBytes } = this.#options;
    const trace = findReplyId(line.head, line.tail);
    const id = trace.isReply ? pending.match(trace.id) : undefined;
    // When a reply does not show its id, every waiting call may be the one: all fail now instead of one by timeout.
    const failed =
      id !== undefined ? [id] : trace.isReply && trace.id === undefined ? pending.settleAll() : [];
    const message = `The server's reply is too large: ${line.bytes} bytes${line.isComplete ? "" : " and more"}, the limit is ${maxMessageBytes}.`;
    for (const each of failed) {
      this.#options.pending.settle(each);
      this.#options.deliver(faultyReply(each, { reason: "reply-too-large", message }));
    }
    this.#options.noise.note("oversize-line", `${line.bytes} bytes: ${line.head.slice(0, 100)}`);
    this.#options.onOversize({ bytes: line.bytes, id });
    if (!line.isComplete) this.#options.onEndless(line.bytes);
  }
}

function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
