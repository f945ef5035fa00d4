/**
 * Questions in the middle of a request. A modern server answers with its questions, and is asked again with the answers:
 * a modern client does that itself, for a legacy client we do it.
 */
import { randomUUID } from "node:crypto";
import { TackleError } from "../../errors.ts";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { capabilityFor, isQuestion, mayBeAsked } from "../../util/may-be-asked.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import type { View } from "../view/view.ts";
import { nameAskers } from "./name-asker.ts";
import { META } from "./versions.ts";
import type { ClientRequest } from "./client-request.ts";

interface InputContext {
  /** Who asks. */
  readonly server: string;
  readonly wasApproved: boolean;
}

/**
 * What to send the server with the next round; undefined where the client is to see the questions itself. A call that a person
 * approved is not handed back to a modern client: it would come again as another call, and the person be asked again.
 */
export async function answerInput(
  { era, client, signal }: ClientRequest,
  { inputRequests, requestState }: JsonObject,
  { server, wasApproved }: InputContext,
): Promise<JsonObject | undefined> {
  const questions = isObject(inputRequests) ? inputRequests : {};
  refuseWrongQuestions(questions, client);
  if (era === "modern" && !wasApproved) return undefined;
  const inputResponses = await answersTo(questions, { client, signal, server });
  return { inputResponses, ...(requestState === undefined ? undefined : { requestState }) };
}

/** An answer as a client gets it: where it is a server's questions, they say whose they are. */
export function withAskers(answer: JsonObject, view: View, server: string): JsonObject {
  const { resultType, inputRequests } = answer;
  // A server may also ask for nothing but to be asked again.
  if (resultType !== "input_required" || !isObject(inputRequests)) return answer;
  return { ...answer, inputRequests: nameAskers(inputRequests, view, server) };
}

/** A server may ask only for what there is to be asked, and only who said that they can be. */
function refuseWrongQuestions(questions: JsonObject, { capabilities }: ClientRequest["client"]): void {
  for (const question of Object.values(questions)) {
    const { method = "", params } = isObject(question) ? question : {};
    const name = String(method).slice(0, 100);
    if (mayBeAsked(capabilities, name, isObject(params) ? params : {})) continue;
    const requiredCapabilities = isQuestion(name) ? { [capabilityFor(name)]: {} } : {};
    const message = `The server asks for '${name}', which this client does not support`;
    throw asFailure(new RpcError(RPC.missingCapability, message, { requiredCapabilities }));
  }
}

/** The client's no, as the failure of the call. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof RpcError)) return error;
  const { code, message, data } = error;
  const protocolError = { code, message, ...(data === undefined ? undefined : { data }) };
  return new TackleError({ code: "execution", message, protocolError, cause: error });
}

async function answersTo(
  questions: JsonObject,
  { client, signal, server }: Pick<ClientRequest, "client" | "signal"> & Pick<InputContext, "server">,
): Promise<JsonObject> {
  const answers: Record<string, JsonObject> = Object.create(null);
  for (const [key, question] of Object.entries(questions)) {
    if (!isObject(question) || typeof question["method"] !== "string") continue;
    const { method, params } = question;
    const asked = { method, params: forLegacy(isObject(params) ? params : {}), server, signal };
    answers[key] = await client.ask(asked).catch((error: unknown) => Promise.reject(asFailure(error)));
  }
  return answers;
}

/** A legacy client wants an id by which a visit to a page could be told to be over; the modern era has none. */
function forLegacy(params: JsonObject): JsonObject {
  const needsId = params["mode"] === "url" && params["elicitationId"] === undefined;
  return needsId ? { ...params, elicitationId: randomUUID() } : params;
}

/**
 * What of a request is passed on besides its `own` members, which say what it is for. What it says of its sender is said anew on
 * the next hop.
 */
export function passedOn(params: JsonObject, own: ReadonlySet<string> = new Set()): JsonObject | undefined {
  const names = Object.keys(params).filter((name) => !own.has(name) && !NOT_PASSED_ON.has(name));
  const { _meta: meta } = params;
  const kept = isObject(meta) ? withoutEnvelope(meta) : undefined;
  if (kept === undefined && names.length === 0) return undefined;
  const rest = Object.fromEntries(names.map((name) => [name, params[name]]));
  return kept === undefined ? rest : { ...rest, _meta: kept };
}

const NOT_PASSED_ON: ReadonlySet<string> = new Set(["_meta", "task"]);

const ENVELOPE: ReadonlySet<string> = new Set<string>([...Object.values(META), "progressToken"]);

function withoutEnvelope(meta: JsonObject): JsonObject | undefined {
  const kept = Object.keys(meta).filter((key) => !ENVELOPE.has(key));
  return kept.length === 0 ? undefined : Object.fromEntries(kept.map((key) => [key, meta[key]]));
}
