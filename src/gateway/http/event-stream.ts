/**
 * One response as a stream of events. A client that does not read is dropped before what waits for it fills the memory.
 */
import type { HttpResponse } from "./exchange.ts";
import type { Headers } from "./reply.ts";

const MOST_UNREAD_BYTES = 16 * 1024 * 1024;

export class EventStream {
  readonly #response: HttpResponse;

  constructor(response: HttpResponse, headers?: Headers) {
    this.#response = response;
    response.writeHead(200, {
      ...headers,
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    response.flushHeaders();
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  send(text: string, id?: string): void {
    this.#write(`${id === undefined ? "" : `id: ${id}\n`}event: message\ndata: ${text}\n\n`);
  }

  /** An event without content: it gives the client an id to come back with, before anything was said. */
  prime(id: string): void {
    this.#write(`id: ${id}\ndata: \n\n`);
  }

  keepAlive(): void {
    this.#write(":\n\n");
  }

  end(): void {
    this.#response.end();
  }

  #write(text: string): void {
    if (!this.isOpen) return;
    // What was unread before counts, not how much this is: a client that reads may get results of any length.
    if (this.#response.writableLength > MOST_UNREAD_BYTES) this.#response.destroy();
    else this.#response.write(text);
  }
}
