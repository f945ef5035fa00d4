/**
 * Stands between a client and the gateway that it is attached to, and outlives the gateway: lines are carried both ways, and when
 * the gateway is gone, what it left open is answered and the client goes on with another one. No line is ever said twice.
 */
import { setTimeout as delay } from "node:timers/promises";
import { untilAnswered } from "../stdio/last-answers.ts";
import type { Pipes } from "../stdio/stdio-face.ts";
import { notificationMessage, readMessage, resultMessage, type Incoming } from "../protocol/message.ts";
import { ClientMemory } from "./client-memory.ts";
import { LineSplitter } from "./line-splitter.ts";

/** Where the gateway's lines come from and the client's go to. */
export type Peer = Pick<Pipes, "input" | "output">;

export interface RelayOptions {
  readonly client: Pipes;
  /** Aborts when we are asked to end. */
  readonly signal: AbortSignal;
  onLost(): void;
  /** A gateway to go on with. Undefined while there is none; where the client waits for one, there must be. */
  next(isWanted: boolean): Promise<Peer | undefined>;
}

interface Line {
  readonly bytes: Buffer;
  readonly messages: readonly Incoming[];
}

/** What a gateway takes, too; it says so of longer ones. */
const MOST_LINE_BYTES = 16 * 1024 * 1024;
/** As much may wait for the gateway before the client is no longer read. */
const MOST_WAITING_BYTES = 1024 * 1024;
const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 5000;
/** How long requests may still take when we are asked to end, and then the gateway to close. */
const LAST_ANSWERS_MS = 10_000;
const FAREWELL_MS = 2000;
const CHANGED = ["tools", "resources", "prompts"].map((list) =>
  notificationMessage(`notifications/${list}/list_changed`, {}),
);

export class Relay {
  readonly #options: RelayOptions;
  readonly #memory = new ClientMemory();
  readonly #waiting: Line[] = [];
  #waitingBytes = 0;
  /** Whether the client says no more. */
  #hasEnded = false;
  #isAttached = true;
  /** Called whenever something has happened that somebody may wait for. */
  #onNews = (): void => undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Resolves when the client has ended, or we were asked to. */
  async run(first: Peer): Promise<void> {
    const { client, signal } = this.#options;
    const stopReading = this.#readClient();
    const onAbort = (): void => this.#onNews();
    signal.addEventListener("abort", onAbort);
    try {
      for (let peer: Peer | undefined = first; peer !== undefined; peer = await this.#findNext()) {
        this.#isAttached = true;
        await this.#converse(peer);
        this.#isAttached = false;
        for (const line of this.#memory.lose()) client.output.write(`${line}\n`);
        if (this.#isOver) return;
        this.#options.onLost();
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      stopReading();
      client.input.destroy(); // an open stdin would keep the process from ending
    }
  }

  get #isOver(): boolean {
    return this.#options.signal.aborted || (this.#hasEnded && this.#waiting.length === 0);
  }

  #readClient(): () => void {
    const { input } = this.#options.client;
    const lines = new LineSplitter(MOST_LINE_BYTES);
    const onData = (chunk: Buffer): void => {
      for (const bytes of lines.push(chunk)) this.#take(bytes);
      if (this.#waitingBytes > MOST_WAITING_BYTES) input.pause();
      this.#onNews();
    };
    const onEnd = (): void => {
      this.#hasEnded = true;
      this.#onNews();
    };
    const ends = ["end", "close", "error"];
    input.on("data", onData);
    for (const end of ends) input.once(end, onEnd);
    return () => {
      input.off("data", onData);
      for (const end of ends) input.off(end, onEnd);
      input.on("error", () => undefined);
    };
  }

  #take(bytes: Buffer): void {
    const messages = read(bytes);
    const [message] = messages;
    const isAlone = message !== undefined && messages.length === 1;
    if (!this.#isAttached && isAlone && this.#isSettledHere(message)) return;
    this.#waiting.push({ bytes, messages });
    this.#waitingBytes += bytes.length;
  }

  /** What needs no gateway while there is none: it is no reason to start servers. */
  #isSettledHere(message: Incoming): boolean {
    if (message.kind === "request") {
      if (message.method !== "ping") return false;
      this.#options.client.output.write(`${resultMessage(message.id, "{}")}\n`);
      return true;
    }
    // What is told after a request may be about it.
    if (message.kind === "invalid" || this.#waiting.length > 0) return false;
    this.#memory.noteClient(message);
    return true;
  }

  async #findNext(): Promise<Peer | undefined> {
    let pause = FIRST_LOOK_MS;
    while (!this.#isOver) {
      const isWanted = this.#isWanted;
      const peer = await this.#options.next(isWanted);
      if (peer !== undefined) return peer;
      if (this.#isWanted === isWanted) await this.#news(pause);
      pause = Math.min(pause * 1.5, LONGEST_LOOK_MS);
    }
    return undefined;
  }

  /** Whether the client waits for a gateway, with a new request or with the one that is said again; what it only tells can wait. */
  get #isWanted(): boolean {
    if (this.#memory.awaited > 0) return true;
    return this.#waiting.some(({ messages }) =>
      messages.some(({ kind }) => kind === "request" || kind === "invalid"),
    );
  }

  /** Until the gateway is gone or the client has ended. */
  async #converse(peer: Peer): Promise<void> {
    const gone = new AbortController();
    const onGone = (): void => {
      gone.abort();
      this.#onNews();
    };
    for (const end of ["end", "close", "error"]) peer.input.once(end, onGone);
    for (const end of ["close", "error"]) peer.output.once(end, onGone);
    if (peer.input.destroyed) onGone();
    this.#readGateway(peer);
    const replay = this.#memory.replay();
    if (replay.length > 0) await write(peer, Buffer.from(`${replay.join("\n")}\n`), gone.signal);
    while (!gone.signal.aborted && !this.#isOver) {
      if (this.#waiting.length > 0) await this.#sendFirst(peer, gone.signal);
      else await this.#news();
    }
    if (!gone.signal.aborted) await this.#sayGoodbye(peer, gone.signal);
    peer.input.destroy();
    peer.output.destroy();
  }

  #readGateway({ input }: Peer): void {
    const { output } = this.#options.client;
    const lines = new LineSplitter();
    input.on("data", (chunk: Buffer) => {
      output.cork();
      for (const line of lines.push(chunk)) {
        const verdict = this.#memory.noteGateway(line);
        if (verdict === "pass") output.write(line);
        else if (verdict === "introduced") for (const changed of CHANGED) output.write(`${changed}\n`);
      }
      output.uncork();
      this.#onNews();
      if (!output.writableNeedDrain) return;
      input.pause();
      output.once("drain", () => input.resume());
    });
    input.resume();
  }

  /** One at a time: of a line that could not be written whole, nothing has been read. */
  async #sendFirst(peer: Peer, gone: AbortSignal): Promise<void> {
    const [line] = this.#waiting;
    if (line === undefined) return;
    const { bytes, messages } = line;
    const isForGateway = messages.map((message) => this.#memory.noteClient(message)).includes(true);
    const isSent = !isForGateway || (await write(peer, bytes, gone));
    if (!isSent) {
      for (const message of messages) this.#memory.takeBack(message);
      return;
    }
    this.#waiting.shift();
    this.#waitingBytes -= bytes.length;
    if (this.#waitingBytes <= MOST_WAITING_BYTES) this.#options.client.input.resume();
  }

  async #sayGoodbye(peer: Peer, gone: AbortSignal): Promise<void> {
    const { client, signal } = this.#options;
    const over = new AbortController();
    const stop = AbortSignal.any([gone, over.signal]);
    const answered = this.#untilAnswered(stop);
    if (this.#hasEnded) {
      const { audience = () => "unknown" } = client;
      await untilAnswered({ answered, audience, signal: AbortSignal.any([stop, signal]) });
    } else {
      await Promise.race([
        answered,
        delay(LAST_ANSWERS_MS, undefined, { ref: false, signal: gone }).catch(() => undefined),
      ]);
    }
    over.abort();
    this.#onNews();
    peer.output.end();
    if (this.#memory.awaited > 0) return; // nobody reads it
    await delay(FAREWELL_MS, undefined, { signal: gone }).catch(() => undefined);
  }

  async #untilAnswered(stop: AbortSignal): Promise<void> {
    while (this.#memory.awaited > 0 && !stop.aborted) await this.#news();
  }

  /** Something has happened, or the time is over. */
  #news(longestMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = longestMs === undefined ? undefined : setTimeout(resolve, longestMs);
      this.#onNews = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** False when it could not be written whole. */
function write({ output }: Peer, bytes: Buffer, gone: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (gone.aborted) return resolve(false);
    output.write(bytes, (error) => resolve(error === null || error === undefined));
  });
}

/** Usually one; one revision has batches. */
function read(bytes: Buffer): readonly Incoming[] {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return Array.isArray(value) && value.length > 0 ? value.map(readMessage) : [readMessage(value)];
  } catch {
    return [{ kind: "invalid", id: undefined, reason: "The line is not JSON" }]; // the gateway says so
  }
}
