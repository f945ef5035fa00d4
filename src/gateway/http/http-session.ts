/** A legacy session over HTTP: each request has a stream of its own, and one more carries what belongs to none. */
import { LegacySession, type SessionOptions } from "../legacy/session.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { RenewedMap } from "../../util/renewed-collections.ts";
import { errorMessage, type Incoming, type RequestId } from "../protocol/message.ts";
import type { HttpResponse } from "./exchange.ts";
import { EventLog } from "./event-log.ts";
import { EventStream } from "./event-stream.ts";
import { PostReply } from "./post-reply.ts";
import type { Headers } from "./reply.ts";

interface OpenRequest {
  readonly stream: number;
  readonly reply: PostReply;
}

/** The stream of what belongs to no request. */
const STANDING = 0;
/** From this revision on a client knows what to do with an event that only has an id. */
const PRIMED_SINCE = "2025-11-25";

export class HttpSession {
  readonly legacy: LegacySession;
  /** Whose it is, for limits. */
  readonly client: string;
  lastUsed = performance.now();
  readonly #log = new EventLog();
  readonly #requests = new RenewedMap<RequestId, OpenRequest>();
  readonly #replies = new RenewedMap<number, PostReply>();
  #standing: EventStream | undefined;
  /** The last event of the standing stream that was sent to somebody. */
  #lastTold = `${STANDING}-0`;
  #lastStream = STANDING;

  constructor({ client, ...options }: Omit<SessionOptions, "send"> & { readonly client: string }) {
    this.client = client;
    this.legacy = new LegacySession({ ...options, send: (text, related) => this.#send(text, related) });
  }

  get isBusy(): boolean {
    return this.legacy.isBusy || this.#standing?.isOpen === true;
  }

  /** Whether a client listens on a stream of its own for what belongs to no request. */
  get isListening(): boolean {
    return this.#standing?.isOpen === true;
  }

  /** Answers a request on the response of its POST. */
  async answer(
    request: Extract<Incoming, { kind: "request" }>,
    response: HttpResponse,
    { headers, canStream }: { readonly headers: Headers; readonly canStream: boolean },
  ): Promise<void> {
    const stream = ++this.#lastStream;
    const reply = new PostReply(response, {
      headers,
      canStream,
      identify: (text, isAnswer) => this.#log.add(stream, text, isAnswer ? tooLongToKeep(request.id) : "").id,
      isPrimed: this.#isPrimed,
    });
    const open = { stream, reply };
    // Of two requests with the same id the second is refused; it must not take the way of the first.
    const isTwin = this.#requests.has(request.id);
    if (!isTwin) this.#requests.set(request.id, open);
    this.#replies.set(stream, reply);
    try {
      // The exchange must end somehow, also for a request that was taken back.
      reply.finish((await this.legacy.answer(request)) ?? takenBack(request.id));
    } finally {
      if (!isTwin) this.#requests.delete(request.id);
      this.#replies.delete(stream);
      this.lastUsed = performance.now();
    }
  }

  /** Opens the stream of what belongs to no request, or goes on with one that was lost. False for an unknown event. */
  openStream(response: HttpResponse, lastEventId: string | undefined, headers: Headers): boolean {
    // Who opens it anew is told what came while nobody listened.
    const missed = this.#log.after(lastEventId ?? this.#lastTold);
    if (missed === undefined) return false;
    const stream = new EventStream(response, headers);
    if (lastEventId === undefined && this.#isPrimed) stream.prime(this.#lastTold);
    for (const { id, text } of missed.events) stream.send(text, id);
    const reply = this.#replies.get(missed.stream);
    if (missed.stream === STANDING) {
      this.#standing?.end();
      this.#standing = stream;
      this.#lastTold = missed.events.at(-1)?.id ?? this.#lastTold;
    } else if (reply === undefined) stream.end();
    else reply.moveTo(stream);
    return true;
  }

  get #isPrimed(): boolean {
    return (this.legacy.protocolVersion ?? "") >= PRIMED_SINCE;
  }

  keepAlive(): void {
    for (const reply of this.#replies.values()) reply.keepAlive();
    this.#standing?.keepAlive();
  }

  async end(): Promise<void> {
    this.#standing?.end();
    await this.legacy.end();
  }

  #send(text: string, related: RequestId | undefined): boolean {
    const open = related === undefined ? undefined : this.#requests.get(related);
    if (open?.reply.send(text) === true) return true;
    const { id } = this.#log.add(STANDING, text);
    if (this.isListening) {
      this.#standing?.send(text, id);
      this.#lastTold = id;
    }
    // Where a client cannot be reached by its request, only a stream of its own is a way.
    return this.isListening || (open === undefined && this.#standing !== undefined);
  }
}

/** What a client that lost its connection gets in place of an answer that was too long to be kept for it. */
function tooLongToKeep(id: RequestId): string {
  const message = "The answer was too long to be kept while the connection was lost; ask again";
  return errorMessage(id, new RpcError(RPC.internal, message));
}

function takenBack(id: RequestId): string {
  return errorMessage(id, new RpcError(RPC.internal, "The request was cancelled"));
}
