/**
 * One connection as long as its requests have the plainest form, one after the other. With the first that has not, it is
 * handed to node:http with every byte that was not answered, and stays there.
 */
import type { Socket } from "node:net";
import type { HttpResponse, WholeRequest } from "../exchange.ts";
import { QuickResponse } from "./quick-response.ts";
import { readHead, type Head } from "./read-head.ts";

export interface QuickConnectionOptions {
  /** For the first request, and then for each further one. */
  readonly firstMs: number;
  readonly keepAliveMs: number;
  answer(request: WholeRequest, response: HttpResponse): void;
  handOver(socket: Socket): void;
  isDraining(): boolean;
  /** The connection is gone, or was handed over. */
  onEnd(): void;
}

/**
 * What a client may send ahead of the answer that it waits for. Beyond that the connection ends: a socket that is paused goes on
 * to collect pieces, and each costs two hundred times the single byte that it may consist of.
 */
const MOST_AHEAD_BYTES = 256 * 1024;
const MOST_PIECES = 64;
const MOST_KEPT_HEAD = 4096;

export class QuickConnection {
  readonly #socket: Socket;
  readonly #options: QuickConnectionOptions;
  /** To the request that is being answered. */
  #response: QuickResponse | undefined;
  /** What came while it was, or the first piece of a request. */
  #ahead: Buffer[] = [];
  #aheadBytes = 0;
  /** Clients send the same headers over and over. */
  #lastHead: (Head & { readonly bytes: Buffer }) | undefined;
  readonly #onData = (bytes: Buffer): void => this.#take(bytes);
  readonly #onIdle = (): void => {
    const response = this.#response;
    if (response === undefined && this.#aheadBytes > 0) this.#handOver(this.#kept());
    // An answer that nobody reads must not keep the connection.
    else if (response === undefined || response.writableEnded) this.#socket.destroy();
  };
  readonly #onEnd = (): void => this.#finish();
  readonly #onClose = (): void => {
    this.#options.onEnd();
    this.#response?.closed();
  };

  constructor(socket: Socket, options: QuickConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.setTimeout(options.firstMs);
    socket.on("data", this.#onData);
    socket.on("timeout", this.#onIdle);
    socket.on("end", this.#onEnd);
    socket.on("error", ignore); // it closes, too
    socket.on("close", this.#onClose);
  }

  /** No request is under way, nor a part of one here. */
  get isIdle(): boolean {
    return this.#response === undefined && this.#aheadBytes === 0;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    if (this.#response !== undefined) {
      this.#keep(bytes);
      if (this.#aheadBytes > MOST_AHEAD_BYTES) this.close();
      return;
    }
    const isSecondPiece = this.#aheadBytes > 0;
    const all = isSecondPiece ? this.#kept(bytes) : bytes;
    const head = this.#headOf(all);
    if (head?.wholeLength === all.length) this.#answer(head, all);
    // Many clients send the head by itself.
    else if (head !== undefined && head.wholeLength > all.length && !isSecondPiece) this.#keep(all);
    else this.#handOver(all);
  }

  #keep(bytes: Buffer): void {
    this.#ahead.push(bytes);
    this.#aheadBytes += bytes.length;
    if (this.#ahead.length > MOST_PIECES) this.#ahead = [Buffer.concat(this.#ahead)];
  }

  /** What was kept, with what came after it. */
  #kept(...more: readonly Buffer[]): Buffer {
    const bytes = Buffer.concat([...this.#ahead, ...more]);
    this.#ahead = [];
    this.#aheadBytes = 0;
    return bytes;
  }

  #headOf(bytes: Buffer): Head | undefined {
    const last = this.#lastHead;
    if (last !== undefined && bytes.length >= last.length && last.bytes.compare(bytes, 0, last.length) === 0)
      return last;
    const head = readHead(bytes);
    if (head !== undefined && head.length <= MOST_KEPT_HEAD)
      this.#lastHead = { ...head, bytes: Buffer.from(bytes.subarray(0, head.length)) };
    return head;
  }

  #answer({ url, headers, length }: Head, bytes: Buffer): void {
    const socket = this.#socket;
    const response = new QuickResponse(socket, {
      keepAliveMs: this.#options.keepAliveMs,
      isLast: () => this.#options.isDraining(),
      onSent: () => this.#next(),
    });
    this.#response = response;
    this.#options.answer({ method: "POST", url, headers, socket, body: bytes.subarray(length) }, response);
  }

  #next(): void {
    this.#response = undefined;
    const socket = this.#socket;
    if (this.#options.isDraining()) {
      this.#finish();
      return;
    }
    if (socket.timeout !== this.#options.keepAliveMs) socket.setTimeout(this.#options.keepAliveMs);
    if (this.#aheadBytes > 0) this.#take(this.#kept());
  }

  /** Ends behind what was said. Nothing is begun any more whose answer could not be sent. */
  #finish(): void {
    this.#socket.off("data", this.#onData);
    this.#ahead = [];
    this.#aheadBytes = 0;
    this.#socket.end();
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    socket.off("data", this.#onData);
    socket.off("timeout", this.#onIdle);
    socket.off("end", this.#onEnd);
    socket.off("error", ignore);
    socket.off("close", this.#onClose);
    socket.setTimeout(0);
    socket.pause();
    socket.unshift(bytes);
    this.#options.onEnd();
    this.#options.handOver(socket);
    socket.resume();
  }
}

function ignore(): void {}
