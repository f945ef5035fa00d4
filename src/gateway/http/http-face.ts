/**
 * The gateway over HTTP. A request passes the door (Host, Origin), then is asked for its token where one is needed, and
 * only then is its body read, no further than it may be long.
 */
import { setTimeout as delay } from "node:timers/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { refuseAtDoor } from "../../gate/endpoint.ts";
import { RPC } from "../../util/rpc-error.ts";
import { RenewedMap } from "../../util/renewed-collections.ts";
import { corsHeaders, replyToPreflight } from "./cors.ts";
import { Guests } from "./guests.ts";
import { Clients } from "./clients.ts";
import { ConnectionTable } from "./connection-table.ts";
import type { HttpRequest, HttpResponse } from "./exchange.ts";
import { endSession, openStream, type Visit } from "./handle-legacy.ts";
import type { HttpOptions, HttpParts, Seen } from "./http-parts.ts";
import { answerPost, readPost, type Posted } from "./handle-post.ts";
import { saysModern } from "./modern-headers.ts";
import { refuseOverLimit } from "./over-limit.ts";
import { QuickLane } from "./quick/quick-lane.ts";
import { refuseConnection } from "./refuse-connection.ts";
import { refuse, refuseUnread, replyText, type Headers } from "./reply.ts";
import { routeOf } from "./route.ts";
import { whenRead } from "./when-read.ts";
import { SessionTable } from "./session-table.ts";
import { turnAway } from "./turn-away.ts";

/** How long a connection may be silent before its first request, and between two. */
const FIRST_MS = 15_000;
const BETWEEN_MS = 65_000;
/** Shorter than what proxies and clients commonly wait for a sign of life. */
const KEEP_ALIVE_MS = 10_000;
/** How long somebody may go on whose token is not good any more. */
const EXPEL_MS = 2000;
/** For the answers to what was given up at the end, and for their bytes on the way. */
const LAST_WORDS_MS = 1000;
const LAST_BYTES_MS = 500;

export class HttpFace {
  readonly #server: Server;
  readonly #quick: QuickLane;
  readonly #connections: ConnectionTable;
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
    this.#connections = new ConnectionTable(options.maxConnections);
    this.#parts = { ...options, sessions, open: new RenewedMap(), draining: this.#draining.signal };
    this.#server = createServer(
      {
        headersTimeout: FIRST_MS,
        requestTimeout: 60_000,
        connectionsCheckingInterval: 5000,
        keepAliveTimeout: BETWEEN_MS,
        maxHeaderSize: 32 * 1024,
      },
      (request, response) => void this.#serve(request, response),
    );
    this.#quick = new QuickLane(this.#server, {
      firstMs: FIRST_MS,
      keepAliveMs: BETWEEN_MS,
      answer: (request, response) => void this.#serve(request, response),
      isDraining: () => this.#draining.signal.aborted,
      admit: (socket) => this.#connections.admit(socket),
    });
    this.#server.on("clientError", refuseConnection);
    this.#keepAlive = setInterval(() => {
      sessions.keepAlive();
      for (const reply of this.#parts.open.keys()) reply.keepAlive();
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
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#closeIdle();
    await this.#quiet(longestMs);
    // What is still under way is given up, and whoever waits for it is told.
    for (const gone of this.#parts.open.values()) gone.abort();
    await this.#parts.sessions.close();
    await this.#quiet(LAST_WORDS_MS);
    this.#closeIdle();
    await Promise.race([closed, delay(LAST_BYTES_MS, undefined, { ref: false })]);
    this.close();
  }

  #closeIdle(): void {
    this.#quick.closeIdle();
    this.#server.closeIdleConnections();
  }

  async #quiet(longestMs: number): Promise<void> {
    if (this.#posts === 0) return;
    const quiet = new Promise<void>((resolve) => (this.#onQuiet = resolve));
    await Promise.race([quiet, delay(longestMs, undefined, { ref: false })]);
  }

  /** Ends everything at once. */
  close(): void {
    this.#quick.closeAll();
    this.#server.closeAllConnections();
  }

  /** Costs nothing where nobody showed a token. */
  #expelGuests(): void {
    const isStillAdmitted = (principal: string): boolean => this.#parts.isStillAdmitted(principal);
    this.#guests.expel(isStillAdmitted);
    this.#parts.sessions.expel(isStillAdmitted);
    this.#parts.held.expel(isStillAdmitted);
  }

  async #serve(request: HttpRequest, response: HttpResponse): Promise<void> {
    const seen: Seen = { route: "none", era: undefined, status: 0 };
    this.#connections.touch(response.socket);
    try {
      const work = this.#admit(request, response, seen);
      if (work instanceof Promise) await work;
    } catch (error) {
      this.#parts.onDefect?.(error);
      const message = "The gateway failed because of a defect; its log says more";
      refuse(response, { status: 500, message, code: RPC.internal });
    }
    seen.status = response.statusCode;
    this.#parts.onAnswered?.(seen);
  }

  /** Answers at once what can be; the rest is answered when the promise resolves. */
  #admit(request: HttpRequest, response: HttpResponse, seen: Seen): void | Promise<void> {
    const parts = this.#parts;
    const turnedAway = refuseAtDoor(request.headers, parts.door);
    if (turnedAway !== undefined)
      return refuseUnread(request, response, { status: 403, message: turnedAway });
    const headers = corsHeaders(request.headers.origin);
    const { method = "GET" } = request;
    if (method === "OPTIONS")
      return replyToPreflight(response, headers, request.headers["access-control-request-headers"]);
    const route = routeOf(request.url ?? "/");
    if (route === undefined)
      return refuseUnread(request, response, {
        status: 404,
        message: "There is nothing at this address",
        headers,
      });
    seen.route = route.kind;
    if (route.kind === "health") return replyText(response, 200, "ok\n", headers);
    if (route.kind === "ready") return this.#ready(response, headers);
    const admission = parts.admit(request.headers.authorization, route);
    if (admission.kind !== "admitted") return turnAway(request, response, { admission, headers });
    if (route.kind === "metrics")
      return replyText(response, 200, this.#parts.metrics(), { ...headers, "content-type": METRICS_TYPE });
    if (route.kind === "home") return replyText(response, 200, HOME, headers);
    const view = parts.viewOf(route);
    if (view === undefined)
      return refuseUnread(request, response, { status: 404, message: "There is no such endpoint", headers });
    const { principal } = admission;
    const place = this.#clients.placeFor(admission, request.socket.remoteAddress);
    const canStream = takesEvents(request);
    const visit: Visit = { request, response, view, principal, place, headers, canStream };
    const over = place.enter();
    if (over !== undefined) return refuseOverLimit(visit, over, parts);
    if (principal !== undefined) this.#guests.add(response, principal);
    if (method === "POST") return this.#post(visit, seen);
    if (saysModern(request.headers))
      return refuseUnread(request, response, { status: 405, message: ONLY_POST, headers: { allow: "POST" } });
    seen.era = "legacy";
    if (method === "GET") return this.#stream(visit);
    if (method === "DELETE") return endSession(visit, this.#parts);
    const message = `${method} is not a method of this endpoint`;
    return refuseUnread(request, response, { status: 405, message, headers: ALLOWED });
  }

  #post(visit: Visit, seen: Seen): void | Promise<void> {
    const posted = readPost(visit, this.#parts);
    if (posted instanceof Promise) return posted.then((read) => this.#answer(visit, read, seen));
    return this.#answer(visit, posted, seen);
  }

  async #answer(visit: Visit, posted: Posted | undefined, seen: Seen): Promise<void> {
    if (posted === undefined) return;
    const { socket } = visit.response;
    this.#connections.begin(socket);
    this.#posts++;
    try {
      await answerPost(visit, posted, { seen, parts: this.#parts });
    } finally {
      whenRead(visit.response, () => {
        this.#connections.rest(socket);
        visit.place.leave();
      });
      this.#posts--;
      if (this.#posts === 0) this.#onQuiet?.();
    }
  }

  #stream(visit: Visit): void {
    const { response } = visit;
    const { socket } = response;
    this.#connections.begin(socket);
    response.once("close", () => this.#connections.rest(socket));
    openStream(visit, this.#parts);
  }

  #ready(response: HttpResponse, headers: Headers): void {
    const isReady = this.#parts.isReady() && !this.#draining.signal.aborted;
    replyText(response, isReady ? 200 : 503, isReady ? "ready\n" : "not ready\n", headers);
  }
}

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
const ONLY_POST = "Clients of this revision send POST only";
const ALLOWED: Headers = { allow: "POST, GET, DELETE, OPTIONS" };
const HOME = "Tacklebox: MCP clients connect to /mcp, /mcp/PROFILE or /servers/NAME/mcp.\n";

function takesEvents({ headers: { accept } }: HttpRequest): boolean {
  return accept === undefined || /text\/event-stream|text\/\*|\*\/\*/.test(accept);
}
