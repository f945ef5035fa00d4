/** POST: a message is read, counted among those of its client, and handed to the era that it belongs to. */
import { LISTEN } from "../modern/listen.ts";
import { isBatchSize, requestsIn } from "../legacy/batch.ts";
import { readMessage, type Incoming } from "../protocol/message.ts";
import { RPC } from "../../util/rpc-error.ts";
import { postBatch, postLegacy, type Visit } from "./handle-legacy.ts";
import { postModern } from "./handle-modern.ts";
import type { HttpRequest } from "./exchange.ts";
import type { HttpParts, Seen } from "./http-parts.ts";
import { isModern } from "./modern-headers.ts";
import { refuseOverLimit } from "./over-limit.ts";
import { readBody, type Body } from "./read-body.ts";
import { refuse, refuseUnread, type Refusal } from "./reply.ts";

/** What was sent, once it is there; undefined where it was refused or never came. */
export function readPost(visit: Visit, parts: HttpParts): Posted | undefined | Promise<Posted | undefined> {
  const { request, response, headers } = visit;
  const unfit = refusalOf(request);
  if (unfit !== undefined) {
    refuseUnread(request, response, { ...unfit, headers });
    return undefined;
  }
  const body = readBody(request, parts.maxBodyBytes);
  return body instanceof Promise
    ? body.then((whole) => parseBody(visit, whole, parts))
    : parseBody(visit, body, parts);
}

function parseBody(visit: Visit, body: Body, parts: HttpParts): Posted | undefined {
  if (body.kind !== "text") {
    refuseBody(visit, body, parts);
    return undefined;
  }
  try {
    return { value: JSON.parse(body.text) };
  } catch {
    refuse(visit.response, {
      status: 400,
      message: "The body is not JSON",
      code: RPC.parseError,
      headers: visit.headers,
    });
    return undefined;
  }
}

export interface Posted {
  readonly value: unknown;
}

export function answerPost(visit: Visit, { value }: Posted, around: Surroundings): void | Promise<void> {
  if (!Array.isArray(value)) return take(visit, readMessage(value), around);
  const { parts } = around;
  // One that is refused whatever its client has under way is not counted.
  const over = isBatchSize(value.length) ? visit.place.ask(requestsIn(value)) : undefined;
  return over === undefined ? postBatch(visit, value, parts) : refuseOverLimit(visit, over, parts);
}

interface Surroundings {
  readonly seen: Seen;
  readonly parts: HttpParts;
}

function take(visit: Visit, message: Incoming, { seen, parts }: Surroundings): void | Promise<void> {
  const { request, response, headers, place } = visit;
  if (message.kind === "invalid")
    return refuse(response, { status: 400, message: message.reason, id: message.id, headers });
  // What is no request is let in: it may be the answer for which the client's requests wait.
  if (message.kind === "request") {
    const isOfModern = isModern(request.headers, message.method, message.params);
    const over = isOfModern && message.method === LISTEN ? place.listen() : place.ask(1);
    if (over !== undefined) return refuseOverLimit(visit, over, { refusals: parts.refusals, id: message.id });
    if (isOfModern) {
      seen.era = "modern";
      return postModern(visit, message, parts);
    }
  }
  if (message.kind === "notification" && request.headers["mcp-session-id"] === undefined) {
    // In the modern era a request is given up by closing its stream; whatever else is said needs no answer.
    response.writeHead(202, headers).end();
    return undefined;
  }
  seen.era = "legacy";
  return postLegacy(visit, message, parts);
}

/** Why a request is refused before its body is read. */
function refusalOf({ headers }: HttpRequest): Refusal | undefined {
  if (!isJson(headers["content-type"]))
    return { status: 415, message: "The Content-Type must be application/json" };
  if (!takesAnswer(headers.accept))
    return { status: 406, message: "Accept must name application/json and text/event-stream" };
  return undefined;
}

function refuseBody(
  { request, response, headers }: Visit,
  { kind }: Exclude<Body, { kind: "text" }>,
  { maxBodyBytes }: HttpParts,
): void {
  if (kind === "too-long") {
    const message = `The body is longer than ${maxBodyBytes} bytes`;
    refuseUnread(request, response, { status: 413, message, headers });
  } else if (kind === "not-text")
    refuse(response, { status: 400, message: "The body is not UTF-8", code: RPC.parseError, headers });
}

function isJson(type: string | undefined): boolean {
  return type === "application/json" || /^application\/json\s*(?:;|$)/i.test(type ?? "");
}

function takesAnswer(accept: string | undefined): boolean {
  return accept === undefined || /text\/event-stream|text\/\*|\*\/\*|application\/(?:json|\*)/.test(accept);
}
