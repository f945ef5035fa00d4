/** POST, GET and DELETE of clients of the legacy era. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Place } from "../../gate/place.ts";
import { isObject } from "../../util/is-object.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { errorMessage, readMessage, type Incoming } from "../protocol/message.ts";
import { LEGACY_VERSIONS } from "../protocol/versions.ts";
import type { View } from "../view/view.ts";
import { HttpSession } from "./http-session.ts";
import type { HttpParts } from "./http-face.ts";
import { refuseOverLimit } from "./over-limit.ts";
import { refuse, replyJson, type Headers } from "./reply.ts";

export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly view: View;
  /** Who the caller was proven to be. */
  readonly principal: string | undefined;
  /** The place that the request takes among those of its client. */
  readonly place: Place;
  /** For every reply to this caller. */
  readonly headers: Headers;
  readonly canStream: boolean;
}

export async function postLegacy(visit: Visit, message: Incoming, parts: HttpParts): Promise<void> {
  if (message.kind === "request" && message.method === "initialize") return initialize(visit, message, parts);
  const session = sessionOf(visit, parts);
  if (session === undefined) return;
  const { response, headers, canStream } = visit;
  if (message.kind === "request") return session.answer(message, response, { headers, canStream });
  if (message.kind === "invalid")
    return refuse(response, { status: 400, message: message.reason, id: message.id, headers });
  session.legacy.take(message);
  response.writeHead(202, headers).end();
}

/** Several messages in one body, which one revision knew and the next one took back. */
export async function postBatch(visit: Visit, items: readonly unknown[], parts: HttpParts): Promise<void> {
  const { response, headers } = visit;
  const session = sessionOf(visit, parts);
  if (session === undefined) return;
  const isKnown = session.legacy.protocolVersion === BATCHES_IN;
  if (!isKnown || items.length === 0 || items.length > MOST_IN_BATCH) {
    const message = `A body is one message; batches of up to ${MOST_IN_BATCH} are for ${BATCHES_IN} only`;
    return refuse(response, { status: 400, message, headers });
  }
  const answers = await Promise.all(items.map((item) => answerItem(session, item)));
  const texts = answers.filter((text) => text !== undefined);
  if (texts.length === 0) response.writeHead(202, headers).end();
  else replyJson(response, 200, `[${texts.join(",")}]`, headers);
}

const BATCHES_IN = "2025-03-26";
const MOST_IN_BATCH = 50;

/** How many of a batch are requests; the rest may be the answers for which the client's requests wait. */
export function requestsIn(items: readonly unknown[]): number {
  const isRequest = (item: unknown): boolean => isObject(item) && "method" in item && "id" in item;
  return items.slice(0, MOST_IN_BATCH).filter(isRequest).length;
}

async function answerItem({ legacy }: HttpSession, item: unknown): Promise<string | undefined> {
  const message = readMessage(item);
  if (message.kind === "request") return legacy.answer(message);
  if (message.kind === "invalid")
    return errorMessage(message.id, new RpcError(RPC.invalidRequest, message.reason));
  legacy.take(message);
  return undefined;
}

async function initialize(
  { view, principal, place: { client }, response, headers, canStream }: Visit,
  message: Extract<Incoming, { kind: "request" }>,
  { sessions, maxSessions, refusals, box, news, logLevels, started, serverInfo, tracer }: HttpParts,
): Promise<void> {
  const session = sessions.open(
    client,
    (id) =>
      new HttpSession({ id, client, box, view, news, logLevels, started, serverInfo, tracer, principal }),
  );
  if (session === undefined) {
    refusals.count("sessions");
    const busy =
      `All ${maxSessions} sessions are in use (--max-sessions), ${sessions.sizeOf(client)} of them by this client; ` +
      `end one, or try again later`;
    const again = { ...headers, "retry-after": "10" };
    return refuse(response, {
      status: 503,
      message: busy,
      code: RPC.overLimit,
      id: message.id,
      headers: again,
    });
  }
  const own = { ...headers, "mcp-session-id": session.legacy.id };
  await session.answer(message, response, { headers: own, canStream });
  if (session.legacy.protocolVersion === undefined) await sessions.end(session);
}

/** GET: the stream of what belongs to no request. */
export function openStream(visit: Visit, parts: HttpParts): void {
  const { request, response, headers } = visit;
  const session = sessionOf(visit, parts);
  if (session === undefined) return;
  if (!visit.canStream)
    return refuse(response, { status: 406, message: "Accept must name text/event-stream", headers });
  const last = request.headers["last-event-id"];
  const lastEventId = typeof last === "string" ? last : undefined;
  if (lastEventId === undefined && session.isListening)
    return refuse(response, { status: 409, message: "This session has a stream already", headers });
  const over = visit.place.listen();
  if (over !== undefined) return refuseOverLimit(visit, over, parts);
  response.once("close", () => visit.place.leave());
  if (!session.openStream(response, lastEventId, headers))
    refuse(response, { status: 400, message: "No event of this session has this Last-Event-ID", headers });
}

/** DELETE: the client says good-bye. */
export async function endSession(visit: Visit, parts: HttpParts): Promise<void> {
  const session = sessionOf(visit, parts);
  if (session === undefined) return;
  await parts.sessions.end(session);
  visit.response.writeHead(200, visit.headers).end();
}

/** The session that the caller names and owns; says no itself where there is none. */
function sessionOf(
  { request, response, principal, view, headers }: Visit,
  { sessions }: HttpParts,
): HttpSession | undefined {
  const id = request.headers["mcp-session-id"];
  const version = request.headers["mcp-protocol-version"];
  if (typeof version === "string" && !LEGACY_VERSIONS.includes(version)) {
    const message = `Unsupported MCP-Protocol-Version; supported: ${LEGACY_VERSIONS.join(", ")}`;
    refuse(response, { status: 400, message, headers });
    return undefined;
  }
  if (typeof id !== "string") {
    const message = "The Mcp-Session-Id header is missing: send 'initialize' first";
    refuse(response, { status: 400, message, headers });
    return undefined;
  }
  const session = sessions.get(id, principal);
  if (session?.legacy.view === view) return session;
  const message = "There is no such session, or not any more: send 'initialize' again";
  refuse(response, { status: 404, message, code: RPC.sessionNotFound, headers });
  return undefined;
}
