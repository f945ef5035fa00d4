/**
 * A conversation with one client of the legacy era, from `initialize` to its end, whatever carries it. It remembers what
 * the client said of itself, which of its requests are under way, and what it was asked and has not answered.
 */
import type { Box } from "../../box/box.ts";
import type { CallClient, Caller, JsonObject, ServerQuestion } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { RenewedMap } from "../../util/renewed-collections.ts";
import type { News } from "../news.ts";
import type { CallTracer } from "../operations/call-tracer.ts";
import { answerRequest, isShared, unknownMethod } from "../protocol/answer-request.ts";
import { textOf, type Answer, type ClientRequest } from "../protocol/client-request.ts";
import { isLogLevel, isWanted } from "../protocol/log-severity.ts";
import {
  asRpcError,
  errorMessage,
  notificationMessage,
  resultMessage,
  type Incoming,
  type RequestId,
} from "../protocol/message.ts";
import { META, negotiateLegacy } from "../protocol/versions.ts";
import { nameAsker } from "../protocol/name-asker.ts";
import { progressOf } from "../protocol/progress.ts";
import type { Started } from "../started.ts";
import type { View } from "../view/view.ts";
import { Elicitations } from "./elicitations.ts";
import { Questions } from "./questions.ts";
import type { ServerLogLevels } from "./server-log-levels.ts";
import { SessionResources } from "./session-resources.ts";

export interface SessionOptions {
  readonly id: string;
  readonly box: Box;
  readonly view: View;
  readonly news: News;
  readonly logLevels: ServerLogLevels;
  readonly started: Started;
  /** Name and version that we give as our own. */
  readonly serverInfo: JsonObject;
  readonly tracer?: CallTracer | undefined;
  /** Who the client was proven to be; undefined where nobody has to prove anything. */
  readonly principal: string | undefined;
  /** Brings a message to the client: with the request that it belongs to, or on its own. */
  readonly send: Send;
}

/** False when there is no way to bring it there: the client takes no streams. */
export type Send = (text: string, related: RequestId | undefined) => boolean;

type Request = Extract<Incoming, { kind: "request" }>;

export class LegacySession {
  readonly id: string;
  readonly view: View;
  readonly principal: string | undefined;
  readonly #options: SessionOptions;
  readonly #underWay = new RenewedMap<RequestId, AbortController>();
  readonly #questions: Questions;
  readonly #elicitations = new Elicitations();
  readonly #resources: SessionResources;
  #forgetNews: (() => void) | undefined;
  #info: JsonObject | undefined;
  #capabilities: JsonObject = {};
  #caller: Caller;
  #logLevel: string | undefined;
  #protocolVersion: string | undefined;

  constructor(options: SessionOptions) {
    const { id, view, principal, send } = options;
    this.id = id;
    this.view = view;
    this.principal = principal;
    this.#options = options;
    this.#caller = { kind: "client", name: principal ?? "unknown", session: id };
    this.#questions = new Questions(send);
    this.#resources = new SessionResources(options);
  }

  /** The revision that was agreed on; undefined before the handshake. */
  get protocolVersion(): string | undefined {
    return this.#protocolVersion;
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  /** The response to a request, as text; undefined for one that its client took back. Never rejects. */
  async answer(request: Request): Promise<string | undefined> {
    const { id, method, params } = request;
    let asked: ClientRequest | undefined;
    try {
      if (!isShared(method)) return resultMessage(id, textOf(await this.#ownMethod(method, params)));
      asked = this.#begin(request);
      const answer = await answerRequest(asked, this.#options.box);
      return isTakenBack(asked) ? undefined : resultMessage(id, withoutModernWords(answer));
    } catch (thrown) {
      if (asked !== undefined && isTakenBack(asked)) return undefined;
      const error = asRpcError(thrown);
      this.#elicitations.noteError(error);
      return errorMessage(id, error);
    } finally {
      if (asked !== undefined) this.#underWay.delete(id);
    }
  }

  /** Takes what is no request. */
  take(message: Exclude<Incoming, { kind: "request" | "invalid" }>): void {
    if (message.kind === "response") this.#questions.answer(message.id, message.result);
    else if (message.kind === "error") this.#questions.refuse(message.id, message.error);
    else if (message.method === "notifications/cancelled")
      this.#underWay.get(message.params["requestId"] as RequestId)?.abort(TAKEN_BACK);
    else if (message.method === "notifications/roots/list_changed")
      // A server that is just being lost will ask anew when it is back.
      void this.#options.box.sessions.tellOwn(this.id, message.method).catch(() => undefined);
  }

  /** Ends everything that the client began. */
  async end(): Promise<void> {
    this.#forgetNews?.();
    for (const controller of this.#underWay.values()) controller.abort();
    this.#questions.end();
    void this.#options.logLevels.forget(this.id); // nobody waits for the servers to say less
    await this.#resources.end();
    await this.#options.box.endSession(this.id);
  }

  /** The request as the methods of both eras want it; from now on it can be cancelled. */
  #begin({ id, method, params }: Request): ClientRequest {
    if (this.#underWay.has(id)) throw new RpcError(RPC.invalidRequest, "A request with this id is under way");
    const controller = new AbortController();
    this.#underWay.set(id, controller);
    const { view } = this;
    const notify = (name: string, said: JsonObject): void => {
      this.#options.send(notificationMessage(name, said), id);
    };
    return {
      era: "legacy",
      method,
      params,
      view,
      caller: this.#caller,
      client: this.#clientOf(id),
      signal: controller.signal,
      onProgress: progressOf(params, notify),
      started: this.#options.started,
      tracer: this.#options.tracer,
    };
  }

  #ownMethod(method: string, params: JsonObject): JsonObject | Promise<JsonObject> {
    switch (method) {
      case "initialize":
        return this.#initialize(params);
      case "ping":
        return {};
      case "logging/setLevel":
        return this.#setLogLevel(params["level"]);
      case "resources/subscribe":
        return this.#resources.watch(params["uri"]);
      case "resources/unsubscribe":
        return this.#resources.unwatch(params["uri"]);
      default:
        throw unknownMethod(method);
    }
  }

  /** Before the handshake, and in the other era, a client hears nothing that it did not ask for. */
  #listenForNews(): void {
    const { view, news, send } = this.#options;
    const notify = (method: string, params: JsonObject): void => {
      send(notificationMessage(method, params), undefined);
    };
    this.#forgetNews = news.add({
      view,
      session: this.id,
      onListChange: (list) => notify(`notifications/${list}/list_changed`, {}),
      watches: (uri, server) => this.#resources.has(uri, server),
      onResource: (params) => notify("notifications/resources/updated", params),
      onLog: (params) => this.#log(params, undefined),
      wasAsked: (elicitationId) => this.#elicitations.has(elicitationId),
      onElicitationComplete: (params) => notify("notifications/elicitation/complete", params),
    });
  }

  #initialize(params: JsonObject): JsonObject {
    if (this.#protocolVersion !== undefined)
      throw new RpcError(RPC.invalidRequest, "This session is initialized already");
    const { protocolVersion, capabilities, clientInfo } = params;
    if (typeof protocolVersion !== "string")
      throw new RpcError(RPC.invalidParams, "'protocolVersion' must be a string");
    this.#protocolVersion = negotiateLegacy(protocolVersion);
    this.#capabilities = isObject(capabilities) ? capabilities : {};
    this.#info = isObject(clientInfo) ? clientInfo : undefined;
    const name = this.#options.principal ?? this.#info?.["name"];
    this.#caller = { kind: "client", name: typeof name === "string" ? name : "unknown", session: this.id };
    this.#listenForNews();
    this.#options.box.sessions.beginSession(this.id, this.#clientOf(undefined));
    const { instructions } = this.view;
    return {
      protocolVersion: this.#protocolVersion,
      capabilities: CAPABILITIES,
      serverInfo: this.#options.serverInfo,
      ...(instructions === undefined ? undefined : { instructions }),
    };
  }

  async #setLogLevel(level: unknown): Promise<JsonObject> {
    if (!isLogLevel(level))
      throw new RpcError(RPC.invalidParams, "'level' must be one of the levels of syslog");
    this.#logLevel = level;
    await this.#options.logLevels.set(this.id, level, this.view.servers());
    return {};
  }

  #log(params: JsonObject, related: RequestId | undefined): void {
    // A client that never said which level it wants may get all of them (as in the specification of 2025).
    if (isWanted(params["level"], this.#logLevel ?? "debug"))
      this.#options.send(notificationMessage("notifications/message", params), related);
  }

  /** With no request that it belongs to, a question takes the way of the latest that is under way, if any. */
  #clientOf(related: RequestId | undefined): CallClient {
    return {
      id: this.id,
      info: this.#info,
      capabilities: this.#capabilities,
      logLevel: this.#logLevel,
      ask: (asked: ServerQuestion) => {
        const question = { ...asked, params: nameAsker(asked, this.view) };
        this.#elicitations.noteQuestion(question.method, question.params);
        return this.#questions.ask(question, related ?? this.#underWay.keys().at(-1));
      },
      log: (params) => this.#log(params, related),
    };
  }
}

/** Why a request was aborted: its client said that it does not want it any more. */
const TAKEN_BACK = Symbol("taken back");

function isTakenBack({ signal }: ClientRequest): boolean {
  return signal.aborted && signal.reason === TAKEN_BACK;
}

/** Servers come and go while a session lasts, so it is promised all that any of them may have. */
const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
};

/** What only the modern era has: that a result is complete, and which server it is from. */
function withoutModernWords(answer: Answer): string {
  if (!("resultType" in answer)) return textOf(answer);
  const { resultType: _complete, _meta: meta, ...rest } = answer;
  const { [META.serverInfo]: _server, ...kept } = isObject(meta) ? meta : {};
  return JSON.stringify(Object.keys(kept).length === 0 ? rest : { ...rest, _meta: kept });
}
