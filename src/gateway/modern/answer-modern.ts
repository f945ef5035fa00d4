/** One request of a client of the modern era: it brings with it all there is to know of its sender. */
import { randomUUID } from "node:crypto";
import type { Box } from "../../box/box.ts";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { ANYONE } from "../anyone.ts";
import type { CallTracer } from "../operations/call-tracer.ts";
import { answerRequest, isShared, unknownMethod } from "../protocol/answer-request.ts";
import { JsonText, textOf, type Answer } from "../protocol/client-request.ts";
import { asRpcError, errorMessage, resultMessage, type RequestId } from "../protocol/message.ts";
import { isLogLevel } from "../protocol/log-severity.ts";
import { nameAskers } from "../protocol/name-asker.ts";
import { progressOf } from "../protocol/progress.ts";
import { META, MODERN_VERSION } from "../protocol/versions.ts";
import { NOT_CACHED } from "../protocol/methods/lists.ts";
import type { Started } from "../started.ts";
import type { View } from "../view/view.ts";
import { Conversation, type Leg } from "./conversation.ts";
import type { HeldConversations } from "./held-conversations.ts";

export interface ModernParts {
  readonly box: Box;
  readonly held: HeldConversations;
  readonly started: Started;
  readonly serverInfo: JsonObject;
  readonly tracer?: CallTracer | undefined;
}

export interface ModernRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly view: View;
  readonly leg: Leg;
  /** Who the client was proven to be; undefined where nobody has to prove anything. */
  readonly principal: string | undefined;
  /** Whose it is, for limits. */
  readonly client: string;
  /** Given where it was read before. */
  readonly envelope?: Envelope;
  /** Where one connection is one client; elsewhere every request may be another's. */
  readonly connection?: string;
}

export interface ModernResponse {
  readonly text: string;
  /** The error, where it is one: over HTTP some have a status of their own. */
  readonly error?: RpcError;
}

/** Never rejects. */
export async function answerModern(request: ModernRequest, parts: ModernParts): Promise<ModernResponse> {
  try {
    const envelope = request.envelope ?? readEnvelope(request.params);
    const answer =
      request.method === "server/discover"
        ? discover(request.view)
        : await converse(request, envelope, parts);
    return { text: resultMessage(request.id, complete(answer, parts.serverInfo)) };
  } catch (thrown) {
    const error = asRpcError(thrown);
    return { text: errorMessage(request.id, error), error };
  }
}

export interface Envelope {
  readonly info: JsonObject | undefined;
  readonly capabilities: JsonObject;
  readonly logLevel: string | undefined;
}

/** What the request says of its sender; throws what the specification wants for one that says too little. */
export function readEnvelope({ _meta: meta }: JsonObject): Envelope {
  if (!isObject(meta)) throw new RpcError(RPC.invalidParams, "The request has no '_meta'");
  const version = meta[META.protocolVersion];
  if (typeof version !== "string")
    throw new RpcError(RPC.invalidParams, `'_meta' lacks '${META.protocolVersion}'`);
  if (version !== MODERN_VERSION)
    throw new RpcError(RPC.unsupportedVersion, `Unsupported protocol version: ${version.slice(0, 40)}`, {
      supported: [MODERN_VERSION],
      requested: version.slice(0, 40),
    });
  const capabilities = meta[META.clientCapabilities];
  if (!isObject(capabilities))
    throw new RpcError(RPC.invalidParams, `'_meta' lacks '${META.clientCapabilities}'`);
  const info = meta[META.clientInfo];
  const logLevel = meta[META.logLevel];
  return {
    info: isObject(info) ? info : undefined,
    capabilities,
    logLevel: isLogLevel(logLevel) ? logLevel : undefined,
  };
}

async function converse(request: ModernRequest, envelope: Envelope, parts: ModernParts): Promise<Answer> {
  const { method, params, client, principal = "" } = request;
  const leg: Leg = {
    ...request.leg,
    onProgress: progressOf(params, (name, said) => request.leg.notify(name, said)),
  };
  if (!isShared(method)) throw unknownMethod(method);
  const { requestState, inputResponses } = params;
  const heldFor = { principal, client, endpoint: request.view.profile.name, method, params };
  const resumed = typeof requestState === "string" ? parts.held.resume(requestState, heldFor) : undefined;
  const conversation = resumed ?? begin(request, envelope, parts);
  if (resumed !== undefined) resumed.take(isObject(inputResponses) ? inputResponses : {});
  const end = await conversation.follow(leg);
  if (end.kind === "answer") return end.answer;
  const state = parts.held.hold(conversation, heldFor);
  const inputRequests = nameAskers(end.questions, request.view);
  return { resultType: "input_required", inputRequests, requestState: state };
}

function begin(
  request: ModernRequest,
  envelope: Envelope,
  { box, started, tracer }: ModernParts,
): Conversation {
  const { method, params, view, principal, connection } = request;
  const { info } = envelope;
  // Without a token two requests may be of two programs: whatever is asked must not reach the other one.
  const conversation = new Conversation({ clientId: connection ?? principal ?? randomUUID(), ...envelope });
  const name = principal ?? info?.["name"];
  const caller = {
    kind: "client",
    name: typeof name === "string" ? name : "unknown",
    session: connection ?? principal ?? ANYONE,
  } as const;
  // Each leg has a token of its own; whether there is to be any progress, the first one decides.
  const wantsProgress = progressOf(params, () => undefined) !== undefined;
  const onProgress = wantsProgress ? (said: JsonObject): void => conversation.progress(said) : undefined;
  conversation.begin(() =>
    answerRequest(
      {
        era: "modern",
        method,
        params,
        view,
        caller,
        client: conversation,
        signal: conversation.signal,
        onProgress,
        started,
        tracer,
      },
      box,
    ),
  );
  return conversation;
}

function discover(view: View): JsonObject {
  const { instructions } = view;
  return {
    resultType: "complete",
    supportedVersions: [MODERN_VERSION],
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
      logging: {},
    },
    ...(instructions === undefined ? undefined : { instructions }),
    ...NOT_CACHED,
  };
}

/** Every result of the modern era says that it is complete, and whose it is. Large results are not copied for that. */
function complete(answer: Answer, serverInfo: JsonObject): string {
  if (!(answer instanceof JsonText) && ("_meta" in answer || "resultType" in answer)) {
    const { _meta: meta, resultType = "complete", ...rest } = answer;
    const own = { ...(isObject(meta) ? meta : undefined), [META.serverInfo]: serverInfo };
    return JSON.stringify({ resultType, _meta: own, ...rest });
  }
  const text = textOf(answer);
  return `${beginningOf(serverInfo)}${text === "{}" ? "" : ","}${text.slice(1)}`;
}

const beginnings = new WeakMap<JsonObject, string>();

/** The members that every complete result has, as they are written. */
function beginningOf(serverInfo: JsonObject): string {
  const known = beginnings.get(serverInfo);
  if (known !== undefined) return known;
  const members = JSON.stringify({ resultType: "complete", _meta: { [META.serverInfo]: serverInfo } });
  const beginning = members.slice(0, -1);
  beginnings.set(serverInfo, beginning);
  return beginning;
}
