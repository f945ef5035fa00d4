/** POST of clients of the modern era: every request stands for itself. */
import { RPC, type RpcError } from "../../util/rpc-error.ts";
import { ANYONE } from "../anyone.ts";
import { answerModern, readEnvelope, type Envelope } from "../modern/answer-modern.ts";
import type { Leg } from "../modern/conversation.ts";
import { LISTEN, listen } from "../modern/listen.ts";
import {
  asRpcError,
  errorMessage,
  notificationMessage,
  resultMessage,
  type Incoming,
} from "../protocol/message.ts";
import { findTool } from "../protocol/methods/call-tool.ts";
import type { Visit } from "./handle-legacy.ts";
import type { HttpParts } from "./http-parts.ts";
import { checkHeaders } from "./modern-headers.ts";
import { PostReply } from "./post-reply.ts";

export async function postModern(
  visit: Visit,
  message: Extract<Incoming, { kind: "request" }>,
  parts: HttpParts,
): Promise<void> {
  const { request, response, view, principal, place, headers, canStream } = visit;
  const { id, method, params } = message;
  const reply = new PostReply(response, { headers, canStream });
  const gone = new AbortController();
  // Closing the stream is how a client of this era gives a request up.
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  let envelope: Envelope;
  try {
    const name = params["name"];
    const isCall = method === "tools/call" && typeof name === "string";
    const isNew = isCall && !parts.started.isOver && view.ownTool(name) === undefined;
    if (isNew) await findTool({ view, started: parts.started, signal: gone.signal }, name);
    const schema = isCall ? view.tool(name)?.definition.inputSchema : undefined;
    checkHeaders(request.headers, { method, params, schema });
    envelope = readEnvelope(params);
  } catch (thrown) {
    reply.finish(errorMessage(id, asRpcError(thrown)), 400);
    return;
  }
  if (response.destroyed) return; // while the servers were still starting
  const leg: Leg = {
    signal: gone.signal,
    notify: (name, said) => reply.send(notificationMessage(name, said)),
  };
  parts.open.set(reply, gone);
  try {
    if (method === LISTEN) {
      reply.finish(await answerListen({ visit, message, leg, gone }, parts));
      return;
    }
    const { text, error } = await answerModern(
      { id, method, params, envelope, view, leg, principal, client: place.client },
      parts,
    );
    reply.finish(text, error === undefined ? 200 : statusOf(error));
  } finally {
    parts.open.delete(reply);
  }
}

interface ListenVisit {
  readonly visit: Visit;
  readonly message: Extract<Incoming, { kind: "request" }>;
  readonly leg: Leg;
  readonly gone: AbortController;
}

async function answerListen({ visit, message, leg, gone }: ListenVisit, parts: HttpParts): Promise<string> {
  const { id, params } = message;
  const onDrain = (): void => gone.abort();
  parts.draining.addEventListener("abort", onDrain, { once: true });
  try {
    const { view, principal: session = ANYONE } = visit;
    return resultMessage(id, JSON.stringify(await listen({ id, params, view, leg, session }, parts)));
  } catch (thrown) {
    return errorMessage(id, asRpcError(thrown));
  } finally {
    parts.draining.removeEventListener("abort", onDrain);
  }
}

/** Errors that a thing between client and server must be able to see without reading the body. */
function statusOf({ code }: RpcError): number {
  if (code === RPC.methodNotFound) return 404;
  const isTheClients =
    code === RPC.headerMismatch || code === RPC.missingCapability || code === RPC.unsupportedVersion;
  return isTheClients ? 400 : 200;
}
