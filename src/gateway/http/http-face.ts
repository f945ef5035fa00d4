/**
 * The gateway over HTTP. A request passes the door (Host, Origin), then is asked for its token where one is needed, and
 * only then is its body read, no further than it may be long.
 */
import { setTimeout as delay } from "node:timers/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { refuseAtDoor, type DoorRules } from "../../gate/endpoint.ts";
import type { TokenVerdict } from "../../gate/tokens.ts";
import type { Place } from "../../gate/place.ts";
import type { Era } from "../../types.ts";
import { RPC } from "../../util/rpc-error.ts";
import { readMessage } from "../protocol/message.ts";
import { LISTEN } from "../modern/listen.ts";
import type { GatewayParts } from "../parts.ts";
import type { View } from "../view/view.ts";
import { corsHeaders, replyToPreflight } from "./cors.ts";
import { Guests } from "./guests.ts";
import { Clients } from "./clients.ts";
import { endSession, openStream, postBatch, postLegacy, requestsIn, type Visit } from "./handle-legacy.ts";
import { postModern } from "./handle-modern.ts";
import { isModern } from "./modern-headers.ts";
import type { PostReply } from "./post-reply.ts";
import { refuseOverLimit } from "./over-limit.ts";
import { readBody } from "./read-body.ts";
import { refuse, replyText, type Headers } from "./reply.ts";
import { routeOf, type EndpointRoute, type Route } from "./route.ts";
import { SessionTable, type SessionLimits } from "./session-table.ts";

export interface HttpOptions extends GatewayParts, SessionLimits {
  readonly door: DoorRules;
  readonly maxConnections: number;
  /** What an endpoint shows; undefined when there is no such endpoint. */
  viewOf(route: EndpointRoute): View | undefined;
  /** Who a request comes from, or why it may not be made. */
  admit(authorization: string | undefined, route: Route): Admission;
  /** Whether somebody who was admitted still would be. */
  isStillAdmitted(principal: string): boolean;
  /** Told of every request when it was answered. */
  onAnswered?: ((request: AnsweredRequest) => void) | undefined;
  /** Told of what must not happen. */
  onDefect?: ((error: unknown) => void) | undefined;
  metrics(): string;
  isReady(): boolean;
}

export interface AnsweredRequest {
  readonly route: Route["kind"] | "none";
  readonly status: number;
  /** Undefined for what is not MCP. */
  readonly era: Era | undefined;
}

export type Admission = TokenVerdict;

/** What the handlers of both eras work with. */
export interface HttpParts extends HttpOptions {
  readonly sessions: SessionTable;
  /** Modern requests that are under way. */
  readonly open: Set<PostReply>;
  /** Aborts when the gateway is about to end. */
  readonly draining: AbortSignal;
}

/** Shorter than what proxies and clients commonly wait for a sign of life. */
const KEEP_ALIVE_MS = 10_000;
/** How long somebody may go on whose token is not good any more. */
const EXPEL_MS = 2000;

export class HttpFace {
  readonly #server: Server;
  readonly #parts: HttpParts;
  readonly #draining = new AbortController();
  readonly #keepAlive: NodeJS.Timeout;
  readonly #expel: NodeJS.Timeout;
  readonly #guests = new Guests();
  readonly #clients = new Clients(() => this.#parts.box.config.settings.gateway);
  /** Requests that are being answered. */
  #posts = 0;
  #onQuiet: (() => void) | undefined;

  constructor(options: HttpOptions) {
    const sessions = new SessionTable(options);
    this.#parts = { ...options, sessions, open: new Set(), draining: this.#draining.signal };
    this.#server = createServer(
      { headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000, maxHeaderSize: 32 * 1024 },
      (request, response) => void this.#serve(request, response),
    );
    this.#server.maxConnections = options.maxConnections;
    this.#server.on("clientError", (_error, socket) => {
      if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
    });
    this.#keepAlive = setInterval(() => {
      sessions.keepAlive();
      for (const reply of this.#parts.open) reply.keepAlive();
    }, KEEP_ALIVE_MS);
    this.#keepAlive.unref();
    this.#expel = setInterval(() => this.#expelGuests(), EXPEL_MS);
    this.#expel.unref();
  }

  get sessions(): number {
    return this.#parts.sessions.size;
  }

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        this.#server.off("error", reject);
        // Such as too many open files: whoever is connected stays so.
        this.#server.on("error", () => undefined);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Takes no new connections, and resolves when the requests under way are answered or their time is over. */
  async drain(longestMs: number): Promise<void> {
    this.#draining.abort();
    clearInterval(this.#keepAlive);
    clearInterval(this.#expel);
    this.#server.close();
    this.#server.closeIdleConnections();
    await Promise.race([this.#quiet(), delay(longestMs, undefined, { ref: false })]);
    await this.#parts.sessions.close();
    this.#server.closeAllConnections();
  }

  #quiet(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#posts === 0) resolve();
      else this.#onQuiet = resolve;
    });
  }

  /** Ends everything at once. */
  close(): void {
    this.#server.closeAllConnections();
  }

  /** Costs nothing where nobody showed a token. */
  #expelGuests(): void {
    const isStillAdmitted = (principal: string): boolean => this.#parts.isStillAdmitted(principal);
    this.#guests.expel(isStillAdmitted);
    this.#parts.sessions.expel(isStillAdmitted);
    this.#parts.held.expel(isStillAdmitted);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen: Seen = { route: "none", era: undefined };
    try {
      await this.#admit(request, response, seen);
    } catch (error) {
      this.#parts.onDefect?.(error);
      const message = "The gateway failed because of a defect; its log says more";
      refuse(response, { status: 500, message, code: RPC.internal });
    }
    this.#parts.onAnswered?.({ ...seen, status: response.statusCode });
  }

  async #admit(request: IncomingMessage, response: ServerResponse, seen: Seen): Promise<void> {
    const parts = this.#parts;
    const turnedAway = refuseAtDoor(request.headers, parts.door);
    if (turnedAway !== undefined) return end(request, response, 403, turnedAway);
    const headers = corsHeaders(request.headers.origin);
    const { method = "GET" } = request;
    if (method === "OPTIONS")
      return replyToPreflight(response, headers, request.headers["access-control-request-headers"]);
    const route = routeOf(request.url ?? "/");
    if (route === undefined) return end(request, response, 404, "There is nothing at this address", headers);
    seen.route = route.kind;
    if (route.kind === "health") return replyText(response, 200, "ok\n", headers);
    if (route.kind === "ready") return this.#ready(response, headers);
    const admission = parts.admit(request.headers.authorization, route);
    if (admission.kind !== "admitted") return turnAway(request, response, { admission, headers });
    if (route.kind === "metrics")
      return replyText(response, 200, this.#parts.metrics(), { ...headers, "content-type": METRICS_TYPE });
    if (route.kind === "home") return replyText(response, 200, HOME, headers);
    const view = parts.viewOf(route);
    if (view === undefined) return end(request, response, 404, "There is no such endpoint", headers);
    const { principal } = admission;
    const place = this.#clients.placeFor(admission, request.socket.remoteAddress);
    const canStream = takesEvents(request);
    const visit: Visit = { request, response, view, principal, place, headers, canStream };
    const over = place.enter();
    if (over !== undefined) return refuseOverLimit(visit, over, parts);
    if (principal !== undefined) this.#guests.add(response, principal);
    if (method === "POST") return this.#count(this.#post(visit, seen), place);
    seen.era = "legacy";
    if (method === "GET") return openStream(visit, this.#parts);
    if (method === "DELETE") return endSession(visit, this.#parts);
    return end(request, response, 405, `${method} is not a method of this endpoint`, ALLOWED);
  }

  async #count(work: Promise<void>, place: Place): Promise<void> {
    this.#posts++;
    try {
      await work;
    } finally {
      place.leave();
      this.#posts--;
      if (this.#posts === 0) this.#onQuiet?.();
    }
  }

  async #post(visit: Visit, seen: Seen): Promise<void> {
    const { request, response, headers } = visit;
    if (!isJson(request.headers["content-type"]))
      return end(request, response, 415, "The Content-Type must be application/json", headers);
    if (!takesAnswer(request))
      return end(request, response, 406, "Accept must name application/json and text/event-stream", headers);
    const body = await readBody(request, this.#parts.maxBodyBytes);
    if (body.kind === "too-long")
      return end(
        request,
        response,
        413,
        `The body is longer than ${this.#parts.maxBodyBytes} bytes`,
        headers,
      );
    if (body.kind === "broken") return;
    if (body.kind === "not-text")
      return refuse(response, {
        status: 400,
        message: "The body is not UTF-8",
        code: RPC.parseError,
        headers,
      });
    let value: unknown;
    try {
      value = JSON.parse(body.text);
    } catch {
      return refuse(response, {
        status: 400,
        message: "The body is not JSON",
        code: RPC.parseError,
        headers,
      });
    }
    const { place } = visit;
    if (Array.isArray(value)) {
      const over = place.ask(requestsIn(value));
      return over === undefined
        ? postBatch(visit, value, this.#parts)
        : refuseOverLimit(visit, over, this.#parts);
    }
    const message = readMessage(value);
    if (message.kind === "invalid")
      return refuse(response, { status: 400, message: message.reason, id: message.id, headers });
    // What is no request is let in: it may be the answer for which the client's requests wait.
    if (message.kind === "request") {
      const isOfModern = isModern(request.headers, message.method, message.params);
      const over = isOfModern && message.method === LISTEN ? place.listen() : place.ask(1);
      if (over !== undefined)
        return refuseOverLimit(visit, over, { refusals: this.#parts.refusals, id: message.id });
      if (isOfModern) {
        seen.era = "modern";
        return postModern(visit, message, this.#parts);
      }
    }
    if (message.kind === "notification" && request.headers["mcp-session-id"] === undefined) {
      // In the modern era a request is given up by closing its stream; whatever else is said needs no answer.
      response.writeHead(202, headers).end();
      return undefined;
    }
    seen.era = "legacy";
    return postLegacy(visit, message, this.#parts);
  }

  #ready(response: ServerResponse, headers: Headers): void {
    const isReady = this.#parts.isReady() && !this.#draining.signal.aborted;
    replyText(response, isReady ? 200 : 503, isReady ? "ready\n" : "not ready\n", headers);
  }
}

/** What is found out about a request on its way. */
interface Seen {
  route: AnsweredRequest["route"];
  era: Era | undefined;
}

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
const ALLOWED: Headers = { allow: "POST, GET, DELETE, OPTIONS" };
const HOME = "Tacklebox: MCP clients connect to /mcp, /mcp/PROFILE or /servers/NAME/mcp.\n";

/** Answers without reading what else the client wants to send. */
function end(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
  headers?: Headers,
): void {
  const isWhole = request.complete || request.method === "GET";
  refuse(response, { status, message, headers: { ...headers, ...(isWhole ? undefined : CLOSE) } });
  if (!isWhole) request.resume();
}

const CLOSE: Headers = { connection: "close" };

function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  { admission, headers }: { admission: Exclude<Admission, { kind: "admitted" }>; headers: Headers },
): void {
  const isForbidden = admission.kind === "forbidden";
  // The words are those of RFC 6750; who showed no token is told of no error.
  const showedOne = request.headers.authorization !== undefined;
  const error = isForbidden ? `, error="insufficient_scope"` : showedOne ? `, error="invalid_token"` : "";
  end(request, response, isForbidden ? 403 : 401, admission.reason, {
    ...headers,
    "www-authenticate": `Bearer realm="tacklebox"${error}`,
  });
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(type ?? "");
}

function takesEvents({ headers: { accept } }: IncomingMessage): boolean {
  return accept === undefined || /text\/event-stream|text\/\*|\*\/\*/.test(accept);
}

function takesAnswer(request: IncomingMessage): boolean {
  return takesEvents(request) || /application\/(?:json|\*)/.test(request.headers.accept ?? "");
}
