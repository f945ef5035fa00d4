/**
 * Questions in the middle of a request. A modern server answers with its questions, and is asked again with the answers:
 * a modern client does that itself, for a legacy client we do it.
 */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { capabilityFor, isQuestion, mayBeAsked } from "../../util/may-be-asked.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { nameAskers } from "./name-asker.ts";
import { META } from "./versions.ts";
import type { ClientRequest } from "./client-request.ts";

const MAX_ROUNDS = 10;

interface ServerRequest {
  /** Who is asked. */
  readonly server: string;
  /** Sent along besides what the request is for. */
  readonly extra: JsonObject | undefined;
}

/** Asks the server, and where it has questions and the client cannot be told so, puts them to the client one by one. */
export async function askUntilComplete(
  { era, view, client, signal }: ClientRequest,
  { server, extra }: ServerRequest,
  send: (extra: JsonObject | undefined) => Promise<JsonObject>,
): Promise<JsonObject> {
  let answer = await send(extra);
  if (answer["resultType"] !== "input_required") return answer;
  refuseWrongQuestions(answer, client);
  if (era === "modern") {
    const { inputRequests } = answer; // a server may also ask for nothing but to be asked again
    return isObject(inputRequests)
      ? { ...answer, inputRequests: nameAskers(inputRequests, view, server) }
      : answer;
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { inputRequests, requestState } = answer;
    const questions = isObject(inputRequests) ? inputRequests : {};
    const inputResponses = await answersTo(questions, { client, signal, server });
    const state = requestState === undefined ? undefined : { requestState };
    answer = await send({ ...extra, inputResponses, ...state });
    if (answer["resultType"] !== "input_required") return answer;
    refuseWrongQuestions(answer, client);
  }
  throw new RpcError(RPC.internal, `The server asked more than ${MAX_ROUNDS} times before it answered`);
}

/** A server may ask only for what there is to be asked, and only who said that they can be. */
function refuseWrongQuestions(
  { inputRequests }: JsonObject,
  { capabilities }: ClientRequest["client"],
): void {
  for (const question of Object.values(isObject(inputRequests) ? inputRequests : {})) {
    const { method = "", params } = isObject(question) ? question : {};
    const name = String(method).slice(0, 100);
    if (mayBeAsked(capabilities, name, isObject(params) ? params : {})) continue;
    const requiredCapabilities = isQuestion(name) ? { [capabilityFor(name)]: {} } : {};
    const message = `The server asks for '${name}', which this client does not support`;
    throw new RpcError(RPC.missingCapability, message, { requiredCapabilities });
  }
}

async function answersTo(
  questions: JsonObject,
  { client, signal, server }: Pick<ClientRequest, "client" | "signal"> & Pick<ServerRequest, "server">,
): Promise<JsonObject> {
  const answers: Record<string, JsonObject> = Object.create(null);
  for (const [key, question] of Object.entries(questions)) {
    if (!isObject(question) || typeof question["method"] !== "string") continue;
    const { method, params } = question;
    const asked = forLegacy(isObject(params) ? params : {});
    answers[key] = await client.ask({ method, params: asked, server, signal });
  }
  return answers;
}

/** A legacy client wants an id by which a visit to a page could be told to be over; the modern era has none. */
function forLegacy(params: JsonObject): JsonObject {
  const needsId = params["mode"] === "url" && params["elicitationId"] === undefined;
  return needsId ? { ...params, elicitationId: randomUUID() } : params;
}

/** What of a request is passed on besides what it is for; what it says of its sender is said anew on the next hop. */
export function passedOn(members: JsonObject): JsonObject | undefined {
  const { _meta: meta, task: _notPassedOn, ...rest } = members;
  const kept = isObject(meta) ? withoutEnvelope(meta) : undefined;
  if (kept === undefined && Object.keys(rest).length === 0) return undefined;
  return { ...rest, ...(kept === undefined ? undefined : { _meta: kept }) };
}

const ENVELOPE: ReadonlySet<string> = new Set<string>([...Object.values(META), "progressToken"]);

function withoutEnvelope(meta: JsonObject): JsonObject | undefined {
  const kept = Object.entries(meta).filter(([key]) => !ENVELOPE.has(key));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
