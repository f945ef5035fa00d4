/**
 * The gateway over a pair of pipes: one client, which may speak either era. Its first words decide; a client that finds
 * out the era by asking (`server/discover`) may still go on with `initialize`.
 */
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { ClientUse } from "../../gate/client-use.ts";
import { describeOverLimit, Place, type OverLimit } from "../../gate/place.ts";
import type { GatewaySettings } from "../../types.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { isObject } from "../../util/is-object.ts";
import { RenewedMap } from "../../util/renewed-collections.ts";
import { answerBatch, refuseBatch, requestsIn } from "../legacy/batch.ts";
import { LegacySession } from "../legacy/session.ts";
import { answerModern, readEnvelope, type ModernResponse } from "../modern/answer-modern.ts";
import type { Leg } from "../modern/conversation.ts";
import { LISTEN, listen } from "../modern/listen.ts";
import {
  asRpcError,
  errorMessage,
  notificationMessage,
  readMessage,
  resultMessage,
  type Incoming,
  type RequestId,
} from "../protocol/message.ts";
import { META } from "../protocol/versions.ts";
import type { GatewayParts } from "../parts.ts";
import type { View } from "../view/view.ts";
import { untilAnswered, type Audience } from "./last-answers.ts";
import { LineReader } from "./line-reader.ts";
import { LineWriter } from "./line-writer.ts";

export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether the output is still read, for the time after the end of the input. */
  readonly audience?: Audience | undefined;
}

export interface PipeOptions extends Pick<Pipes, "output" | "audience"> {
  /** What the client may use; undefined where it has the gateway for itself. */
  readonly limits?: (() => GatewaySettings) | undefined;
}

/** How long requests may still take when we are asked to end. */
const LAST_ANSWERS_MS = 10_000;

type Request = Extract<Incoming, { kind: "request" }>;
/** What is written; undefined for a request that its client gave up, which gets no answer. */
type Outcome = string | undefined;

export class StdioFace {
  readonly #parts: GatewayParts;
  readonly #view: View;
  readonly #writer: LineWriter;
  readonly #audience: Audience;
  readonly #connection = randomUUID();
  readonly #modern = new RenewedMap<RequestId, AbortController>();
  readonly #session: LegacySession;
  /** Requests that are not answered yet. */
  #underWay = 0;
  #onQuiet: (() => void)[] = [];
  readonly #draining = new AbortController();
  readonly #over = new AbortController();
  readonly #limits: (() => GatewaySettings) | undefined;
  readonly #use = new ClientUse();

  constructor(parts: GatewayParts, view: View, { output, limits, audience = () => "unknown" }: PipeOptions) {
    this.#audience = () => (output.destroyed ? "gone" : audience());
    this.#limits = limits;
    this.#parts = parts;
    this.#view = view;
    this.#writer = new LineWriter(output, () => this.#underWay > 1);
    const { box, news, logLevels, started, serverInfo, tracer } = parts;
    const send = (text: string): boolean => {
      this.#writer.write(text);
      return true;
    };
    const id = this.#connection;
    this.#session = new LegacySession({
      id,
      box,
      view,
      news,
      logLevels,
      started,
      serverInfo,
      tracer,
      principal: undefined,
      send,
    });
  }

  /** Serves until the client closes its end, or the signal aborts; then everything it began is over. */
  async serve(input: Readable, signal: AbortSignal): Promise<void> {
    const reader = new LineReader(this.#parts.maxBodyBytes, (line) => this.#take(line));
    await reader.read(input, AbortSignal.any([signal, this.#over.signal]));
    if (signal.aborted) await this.drain(LAST_ANSWERS_MS);
    else await this.#answerTheLast(signal);
    for (const controller of this.#modern.values()) controller.abort();
    await this.#session.end();
    await this.#quiet();
    this.#writer.flush();
  }

  /** Takes no new requests, waits until those under way are answered or their time is over, then lets `serve` end. */
  async drain(longestMs: number): Promise<void> {
    this.#draining.abort();
    if (this.#underWay > 0) await Promise.race([this.#quiet(), delay(longestMs, undefined, { ref: false })]);
    this.#over.abort();
  }

  /** A client that closes its end after its last question still wants the answer, if it is there to read it. */
  async #answerTheLast(signal: AbortSignal): Promise<void> {
    this.#draining.abort();
    await untilAnswered({
      answered: this.#quiet(),
      audience: this.#audience,
      signal: AbortSignal.any([signal, this.#over.signal]),
    });
    this.#over.abort();
  }

  /** Until every request has its answer. */
  #quiet(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#underWay === 0) resolve();
      else this.#onQuiet.push(resolve);
    });
  }

  #take(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(undefined, new RpcError(RPC.parseError, "The line is not JSON"));
      return;
    }
    if (Array.isArray(value)) {
      this.#takeBatch(value);
      return;
    }
    const message = readMessage(value);
    if (message.kind === "invalid")
      this.#refuse(message.id, new RpcError(RPC.invalidRequest, message.reason));
    else if (message.kind === "request") this.#begin(message);
    else this.#tell(message);
  }

  #begin(request: Request): void {
    const { id, method } = request;
    const place = this.#admit(id, (entered) => (method === LISTEN ? entered.listen() : entered.ask(1)));
    if (place === false) return;
    void this.#deliver(isModern(request) ? this.#answerModern(request) : this.#answerLegacy(request), place);
  }

  #takeBatch(items: readonly unknown[]): void {
    const unfit = refuseBatch(this.#session, items);
    if (unfit !== undefined) {
      this.#refuse(undefined, new RpcError(RPC.invalidRequest, unfit));
      return;
    }
    const place = this.#admit(undefined, (entered) => entered.ask(requestsIn(items)));
    if (place !== false) void this.#deliver(answerBatch(this.#session, items), place);
  }

  /** A place among what the client has under way, where that is limited; false when there is none, and it was told. */
  #admit(
    id: RequestId | undefined,
    take: (place: Place) => OverLimit | undefined,
  ): Place | undefined | false {
    if (this.#draining.signal.aborted) {
      this.#refuse(id, new RpcError(RPC.internal, "The gateway is about to end"));
      return false;
    }
    if (this.#limits === undefined) return undefined;
    const place = new Place(this.#connection, this.#use, this.#limits());
    const over = place.enter() ?? take(place);
    if (over === undefined) return place;
    this.#parts.refusals.count(over.limit);
    this.#refuse(id, new RpcError(RPC.overLimit, describeOverLimit(over), over));
    return false;
  }

  async #deliver(answer: Outcome | Promise<Outcome>, place: Place | undefined): Promise<void> {
    this.#underWay++;
    try {
      const text = await answer;
      if (text !== undefined) this.#writer.write(text);
    } finally {
      place?.leave();
      this.#underWay--;
      if (this.#underWay === 0) for (const resolve of this.#onQuiet.splice(0)) resolve();
    }
  }

  #tell(message: Exclude<Incoming, { kind: "request" | "invalid" }>): void {
    if (message.kind === "notification" && message.method === "notifications/cancelled")
      this.#modern.get(message.params["requestId"] as RequestId)?.abort();
    this.#session.take(message);
  }

  #answerLegacy(request: Request): Outcome | Promise<Outcome> {
    const { id, method } = request;
    const isTooEarly =
      this.#session.protocolVersion === undefined && method !== "initialize" && method !== "ping";
    if (isTooEarly) return errorMessage(id, new RpcError(RPC.invalidRequest, "Send 'initialize' first"));
    return this.#session.answer(request);
  }

  async #answerModern(request: Request): Promise<Outcome> {
    const { id, method } = request;
    if (this.#modern.has(id))
      return errorMessage(id, new RpcError(RPC.invalidRequest, "A request with this id is under way"));
    const controller = new AbortController();
    this.#modern.set(id, controller);
    const leg: Leg = {
      signal: controller.signal,
      notify: (name, said) => this.#writer.write(notificationMessage(name, said)),
    };
    const text =
      method === LISTEN ? await this.#listen(request, leg) : (await this.#converse(request, leg)).text;
    this.#modern.delete(id);
    return controller.signal.aborted ? undefined : text;
  }

  #converse({ id, method, params }: Request, leg: Leg): Promise<ModernResponse> {
    const view = this.#view;
    const connection = this.#connection;
    const request = { id, method, params, view, leg, principal: undefined, client: connection, connection };
    return answerModern(request, this.#parts);
  }

  async #listen({ id, params }: Request, asked: Leg): Promise<string> {
    // It has no end of its own, so it is over as soon as the gateway wants to end.
    const leg: Leg = { ...asked, signal: AbortSignal.any([asked.signal, this.#draining.signal]) };
    try {
      readEnvelope(params);
      const result = await listen(
        { id, params, view: this.#view, leg, session: this.#connection },
        this.#parts,
      );
      return resultMessage(id, JSON.stringify(result));
    } catch (error) {
      return errorMessage(id, asRpcError(error));
    }
  }

  #refuse(id: RequestId | undefined, error: RpcError): void {
    this.#writer.write(errorMessage(id, error));
  }
}

function isModern({ method, params }: Request): boolean {
  const meta = params["_meta"];
  return method === "server/discover" || (isObject(meta) && meta[META.protocolVersion] !== undefined);
}
