/**
 * The reply to one POST: plain JSON if the answer is all there is to say, a stream of events as soon as there is more, or
 * when the answer takes so long that something on the way could take silence for death.
 */
import type { HttpResponse } from "./exchange.ts";
import { EventStream } from "./event-stream.ts";
import { replyJson, type Headers } from "./reply.ts";

export interface PostReplyOptions {
  readonly headers?: Headers;
  /** Whether the client takes a stream of events. */
  readonly canStream: boolean;
  /** Gives an event the id under which it can be had again; undefined where that is not possible. */
  readonly identify?: (text: string, isAnswer: boolean) => string;
  /** Whether the stream begins with an event that only has an id. */
  readonly isPrimed?: boolean;
}

export class PostReply {
  readonly #response: HttpResponse;
  readonly #options: PostReplyOptions;
  #stream: EventStream | undefined;
  #isOver = false;

  constructor(response: HttpResponse, options: PostReplyOptions) {
    this.#response = response;
    this.#options = options;
  }

  /** Something to say before the answer; false when that cannot be. */
  send(text: string): boolean {
    if (this.#isOver || !this.#options.canStream) return false;
    const stream = this.#open(); // before the event has its number: the first one may be the stream's own
    stream.send(text, this.#options.identify?.(text, false));
    return true;
  }

  finish(text: string, status = 200): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#stream === undefined) {
      replyJson(this.#response, status, text, this.#options.headers);
      return;
    }
    this.#stream.send(text, this.#options.identify?.(text, true));
    this.#stream.end();
  }

  /** Goes on over another connection: the client lost the first and came back. */
  moveTo(stream: EventStream): void {
    // Whether the first one had begun or not, nobody must wait for it any more.
    (this.#stream ?? new EventStream(this.#response, this.#options.headers)).end();
    this.#stream = stream;
  }

  /** Called from time to time while the answer is not there. */
  keepAlive(): void {
    if (this.#isOver || !this.#options.canStream) return;
    this.#open().keepAlive();
  }

  #open(): EventStream {
    if (this.#stream !== undefined) return this.#stream;
    this.#stream = new EventStream(this.#response, this.#options.headers);
    const { identify, isPrimed = false } = this.#options;
    if (isPrimed && identify !== undefined) this.#stream.prime(identify("", false));
    return this.#stream;
  }
}
