/** What a server answers itself and a gateway only has to bring to the right one: resources, prompts, completion. */
import type { Box } from "../../../box/box.ts";
import type { CatalogPrompt } from "../../../catalog/snapshot.ts";
import type { CallKind, CallResult, JsonObject, ToolRef } from "../../../types.ts";
import { isObject } from "../../../util/is-object.ts";
import { RPC, RpcError } from "../../../util/rpc-error.ts";
import type { Answer, ClientRequest } from "../client-request.ts";
import { failureWords } from "../failure-words.ts";
import { answerInput, passedOn, withAskers } from "../input-required.ts";
import { NOT_CACHED } from "./lists.ts";

export async function readResource(request: ClientRequest, box: Box): Promise<Answer> {
  const { uri } = request.params;
  const owners = await ownersOf({ ...request, session: request.caller.session }, uri);
  const result = await readFromFirst(owners, request, box);
  if (request.era === "legacy" || result["resultType"] === "input_required") return result;
  return { ...NOT_CACHED, ...result };
}

export async function getPrompt(request: ClientRequest, box: Box): Promise<Answer> {
  const { name, arguments: given } = request.params;
  const prompt = await promptOf(request, name);
  if (prompt === undefined) throw new RpcError(RPC.invalidParams, `Unknown prompt: ${short(name)}`);
  const ref = { server: prompt.server, tool: prompt.prompt };
  return forward(request, box, { kind: "prompt", ref, args: isObject(given) ? given : {} });
}

export async function complete(request: ClientRequest, box: Box): Promise<Answer> {
  const { ref, argument, context } = request.params;
  if (!isObject(ref)) throw new RpcError(RPC.invalidParams, "'ref' must be a prompt or a resource");
  const params = { argument, ...(context === undefined ? undefined : { context }) };
  if (ref["type"] === "ref/prompt") {
    const prompt = await promptOf(request, ref["name"]);
    if (prompt === undefined) throw new RpcError(RPC.invalidParams, `Unknown prompt: ${short(ref["name"])}`);
    const { server, prompt: tool } = prompt;
    const args = { ...params, ref: { ...ref, name: tool } };
    return forward(request, box, { kind: "completion", ref: { server, tool }, args });
  }
  const isResource = ref["type"] === "ref/resource" && typeof ref["uri"] === "string";
  const uri = isResource ? String(ref["uri"]) : undefined;
  const server =
    uri === undefined ? undefined : await foundBy(request, () => request.view.ownerOfTemplate(uri));
  if (uri === undefined || server === undefined) throw new RpcError(RPC.invalidParams, "Unknown 'ref'");
  return forward(request, box, { kind: "completion", ref: { server, tool: uri }, args: { ...params, ref } });
}

/** Asks one server after the other for as long as they say that they do not have it. */
async function readFromFirst(servers: Servers, request: ClientRequest, box: Box): Promise<JsonObject> {
  const { view, caller, params } = request;
  const uri = String(params["uri"]);
  const [server, ...others] = servers;
  try {
    const result = await forward(request, box, { kind: "resource", ref: { server, tool: uri } });
    view.noteOwner(uri, caller.session, server);
    return result;
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined || !isNotFound(error)) throw error;
    return await readFromFirst([next, ...rest], request, box).catch((later: unknown) => {
      throw isNotFound(later) ? error : later; // where nobody has it, the likeliest has the word
    });
  }
}

/** Servers have several words for it; the Python SDK has none, and says 0 for whatever went wrong. */
const NOT_FOUND: ReadonlySet<number> = new Set([
  RPC.resourceNotFound,
  RPC.invalidParams,
  RPC.methodNotFound,
  0,
]);

function isNotFound(error: unknown): boolean {
  return error instanceof RpcError && NOT_FOUND.has(error.code);
}

/** One at least. */
type Servers = readonly [string, ...string[]];

/** More are not asked for one address. */
const MOST_OWNERS = 8;

/**
 * The servers that may have a resource, the likeliest first; where there is none, that is an error with the code that the
 * client's era has for it.
 */
export async function ownersOf(reader: Reader, uri: unknown): Promise<Servers> {
  if (typeof uri !== "string") throw new RpcError(RPC.invalidParams, "'uri' must be a string");
  const { view, era, session } = reader;
  const owners = await foundBy(reader, (): Servers | undefined => {
    const [owner, ...others] = view.ownersOf(uri, session).slice(0, MOST_OWNERS);
    return owner === undefined ? undefined : [owner, ...others];
  });
  if (owners !== undefined) return owners;
  throw unknownResource(uri, era);
}

function unknownResource(uri: string, era: ClientRequest["era"]): RpcError {
  const code = era === "modern" ? RPC.invalidParams : RPC.resourceNotFound;
  return new RpcError(code, `No server offers the resource ${short(uri)}`, { uri });
}

interface Looking extends Pick<ClientRequest, "view" | "started"> {
  readonly signal?: AbortSignal;
}

interface Reader extends Looking, Pick<ClientRequest, "era"> {
  readonly session: string | undefined;
}

/** Whom an address belongs to can be told only when its possible owners are there; before that, the first one would get it. */
async function foundBy<Found>(
  { view, started, signal }: Looking,
  look: () => Found | undefined,
): Promise<Found | undefined> {
  if (started.isOver) return look();
  await started.settle(view, signal);
  return started.find(view, look, signal);
}

async function promptOf(
  { view, started, signal }: Looking,
  name: unknown,
): Promise<CatalogPrompt | undefined> {
  if (typeof name !== "string") return undefined;
  const look = (): CatalogPrompt | undefined => view.prompt(name);
  return started.isOver ? look() : started.find(view, look, signal);
}

interface Forwarded {
  readonly kind: Exclude<CallKind, "tool">;
  readonly ref: ToolRef;
  readonly args?: JsonObject;
}

/** Takes the one path of all calls, under the server's own names. */
async function forward(
  request: ClientRequest,
  box: Box,
  { kind, ref, args = {} }: Forwarded,
): Promise<JsonObject> {
  const { caller, client, signal, onProgress, span, view, started } = request;
  if (!started.isOver) await started.startOf(ref.server, signal);
  // An address is an argument, and those are no part of a span.
  span?.about(kind === "resource" ? { server: ref.server } : { name: ref.tool, server: ref.server });
  const members = Object.fromEntries(Object.entries(request.params).filter(([key]) => PASSED.has(key)));
  const extra = passedOn(members);
  let wasApproved = false;
  const result = await box.call(ref, args, {
    kind,
    caller,
    client,
    signal,
    wantsRaw: true,
    onApproval: () => (wasApproved = true),
    answerInput: (questions) => answerInput(request, questions, { server: ref.server, wasApproved }),
    ...(extra === undefined ? undefined : { extra }),
    ...(onProgress === undefined ? undefined : { onProgress }),
  });
  span?.note(result.outcome);
  if (result.raw !== undefined && result.outcome !== "protocol-error")
    return withAskers(result.raw, view, ref.server);
  throw refusalOf(result, kind, request.era);
}

const PASSED: ReadonlySet<string> = new Set(["_meta", "inputResponses", "requestState"]);

/** The server's own error, with its code; of all else the words. What a client may not know of is unknown. */
function refusalOf(result: CallResult, kind: CallKind, era: ClientRequest["era"]): RpcError {
  const { outcome, tool, protocolError } = result;
  if (outcome === "unknown-tool")
    return kind === "resource"
      ? unknownResource(tool, era)
      : new RpcError(RPC.invalidParams, `Unknown ${kind === "prompt" ? "prompt" : "'ref'"}: ${short(tool)}`);
  if (protocolError === undefined) return new RpcError(RPC.internal, failureWords(result));
  const isMissing = protocolError.code === RPC.resourceNotFound && era === "modern";
  const code = isMissing ? RPC.invalidParams : protocolError.code;
  return new RpcError(code, protocolError.message, protocolError.data);
}

function short(value: unknown): string {
  return String(value).slice(0, 200);
}
