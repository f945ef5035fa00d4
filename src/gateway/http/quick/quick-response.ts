/** The response to a request on a quick connection: all at once, or as a stream in chunks. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { HttpResponse, ResponseHeaders } from "../exchange.ts";
import { httpDate } from "./http-date.ts";

export interface QuickResponseOptions {
  readonly keepAliveMs: number;
  /** Whether the connection is to end with this response. */
  isLast(): boolean;
  /** Told when the response is with the system, and so the next request may come. */
  onSent(): void;
}

export class QuickResponse implements HttpResponse {
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  readonly #socket: Socket;
  readonly #options: QuickResponseOptions;
  #headers: ResponseHeaders = {};
  #onClose: (() => void)[] | undefined;
  /** The connection belongs to the next request, or is gone. */
  #isClosed = false;

  constructor(socket: Socket, options: QuickResponseOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  get socket(): Socket | null {
    return this.#isClosed ? null : this.#socket;
  }

  get destroyed(): boolean {
    return this.#isClosed || this.#socket.destroyed;
  }

  get writableLength(): number {
    return this.socket?.writableLength ?? 0;
  }

  writeHead(status: number, headers: ResponseHeaders = {}): this {
    this.statusCode = status;
    this.#headers = headers;
    return this;
  }

  flushHeaders(): void {
    if (!this.headersSent) this.#socket.write(this.#head(CHUNKED));
  }

  write(text: string): boolean {
    if (text === "" || this.writableEnded) return true; // an empty chunk would be the end
    const head = this.headersSent ? "" : this.#head(CHUNKED);
    return this.#socket.write(`${head}${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
  }

  end(body: string | Buffer = ""): void {
    if (this.writableEnded) return;
    if (this.headersSent) this.write(body.toString());
    this.writableEnded = true;
    const socket = this.#socket;
    if (this.headersSent) socket.write("0\r\n\r\n");
    else {
      const head = this.#head(this.#lengthOf(body));
      if (typeof body === "string") socket.write(head + body);
      else {
        socket.cork();
        socket.write(head);
        socket.write(body);
        socket.uncork();
      }
    }
    if (socket.writableLength === 0) this.#sent();
    else socket.write("", () => this.#sent()); // behind what the client has not read yet
  }

  destroy(): void {
    this.socket?.destroy();
  }

  once(_event: "close", listener: () => void): void {
    (this.#onClose ??= []).push(listener);
  }

  /** The connection is gone, whether all was said or not. */
  closed(): void {
    this.#isClosed = true;
    const listeners = this.#onClose;
    this.#onClose = undefined;
    for (const listener of listeners ?? []) listener();
  }

  #sent(): void {
    if (this.destroyed) return;
    this.writableFinished = true;
    this.closed();
    this.#options.onSent();
  }

  #lengthOf(body: string | Buffer): string {
    if (this.#headers["content-length"] !== undefined) return "";
    return `content-length: ${Buffer.byteLength(body)}\r\n`;
  }

  /** `framing`: the header that says where the body ends. */
  #head(framing: string): string {
    this.headersSent = true;
    let head = `HTTP/1.1 ${this.statusCode} ${STATUS_CODES[this.statusCode] ?? ""}\r\n`;
    for (const name in this.#headers) head += `${name}: ${oneLine(this.#headers[name])}\r\n`;
    const keepAlive = `keep-alive\r\nkeep-alive: timeout=${Math.floor(this.#options.keepAliveMs / 1000)}`;
    head += `date: ${httpDate()}\r\nconnection: ${this.#options.isLast() ? "close" : keepAlive}\r\n`;
    return `${head}${framing}\r\n`;
  }
}

const CHUNKED = "transfer-encoding: chunked\r\n";

/** Whatever a value is made of, it does not become a header of its own. */
function oneLine(value: unknown): string {
  return String(value).replaceAll(/[^\t -~]/g, "?");
}
