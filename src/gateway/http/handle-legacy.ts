/** POST, GET and DELETE of clients of the legacy era. */
import type { Place } from "../../gate/place.ts";
import { RPC } from "../../util/rpc-error.ts";
import { answerBatch, refuseBatch } from "../legacy/batch.ts";
import type { Incoming, RequestId } from "../protocol/message.ts";
import { LEGACY_VERSIONS } from "../protocol/versions.ts";
import type { View } from "../view/view.ts";
import type { HttpRequest, HttpResponse } from "./exchange.ts";
import { HttpSession } from "./http-session.ts";
import type { HttpParts } from "./http-parts.ts";
import { refuseOverLimit } from "./over-limit.ts";
import { refuse, replyJson, type Headers } from "./reply.ts";

type Message = Exclude<Incoming, { kind: "invalid" }>;

export interface Visit {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly view: View;
  /** Who the caller was proven to be. */
  readonly principal: string | undefined;
  /** The place that the request takes among those of its client. */
  readonly place: Place;
  /** For every reply to this caller. */
  readonly headers: Headers;
  readonly canStream: boolean;
}

export function postLegacy(visit: Visit, message: Message, parts: HttpParts): void | Promise<void> {
  if (message.kind === "request" && message.method === "initialize") return initialize(visit, message, parts);
  const session = sessionOf(visit, parts, message.kind === "request" ? message.id : undefined);
  if (session === undefined) return undefined;
  const { response, headers, canStream } = visit;
  if (message.kind === "request") return session.answer(message, response, { headers, canStream });
  session.legacy.take(message);
  response.writeHead(202, headers).end();
  return undefined;
}

export async function postBatch(visit: Visit, items: readonly unknown[], parts: HttpParts): Promise<void> {
  const { response, headers } = visit;
  const session = sessionOf(visit, parts);
  if (session === undefined) return;
  const unfit = refuseBatch(session.legacy, items);
  if (unfit !== undefined) return refuse(response, { status: 400, message: unfit, headers });
  const text = await answerBatch(session.legacy, items);
  if (text === undefined) response.writeHead(202, headers).end();
  else replyJson(response, 200, text, headers);
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
  id?: RequestId,
): HttpSession | undefined {
  const named = request.headers["mcp-session-id"];
  const version = request.headers["mcp-protocol-version"];
  if (typeof version === "string" && !LEGACY_VERSIONS.includes(version)) {
    const message = `Unsupported MCP-Protocol-Version; supported: ${LEGACY_VERSIONS.join(", ")}`;
    refuse(response, { status: 400, message, id, headers });
    return undefined;
  }
  if (typeof named !== "string") {
    const message = "The Mcp-Session-Id header is missing: send 'initialize' first";
    refuse(response, { status: 400, message, id, headers });
    return undefined;
  }
  const session = sessions.get(named, principal);
  if (session?.legacy.view === view) return session;
  const message = "There is no such session, or not any more: send 'initialize' again";
  refuse(response, { status: 404, message, code: RPC.sessionNotFound, id, headers });
  return undefined;
}
