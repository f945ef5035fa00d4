/** What a server answers itself and a gateway only has to bring to the right one: resources, prompts, completion. */
import type { Box } from "../../../box/box.ts";
import { TackleError } from "../../../errors.ts";
import type { JsonObject } from "../../../types.ts";
import { isObject } from "../../../util/is-object.ts";
import { RPC, RpcError } from "../../../util/rpc-error.ts";
import type { Answer, ClientRequest } from "../client-request.ts";
import { askUntilComplete, passedOn } from "../input-required.ts";
import { NOT_CACHED } from "./lists.ts";

export async function readResource(request: ClientRequest, box: Box): Promise<Answer> {
  const { uri } = request.params;
  const result = await readFromFirst(
    ownersOf({ ...request, session: request.caller.session }, uri),
    request,
    box,
  );
  if (request.era === "legacy" || result["resultType"] === "input_required") return result;
  return { ...NOT_CACHED, ...result };
}

export async function getPrompt(request: ClientRequest, box: Box): Promise<Answer> {
  const { name, arguments: given } = request.params;
  const prompt = typeof name === "string" ? request.view.prompt(name) : undefined;
  if (prompt === undefined) throw new RpcError(RPC.invalidParams, `Unknown prompt: ${short(name)}`);
  const params = { name: prompt.prompt, ...(given === undefined ? undefined : { arguments: given }) };
  return forward(request, box, { server: prompt.server, params });
}

export async function complete(request: ClientRequest, box: Box): Promise<Answer> {
  const { ref, argument, context } = request.params;
  if (!isObject(ref)) throw new RpcError(RPC.invalidParams, "'ref' must be a prompt or a resource");
  const params = { argument, ...(context === undefined ? undefined : { context }) };
  if (ref["type"] === "ref/prompt" && typeof ref["name"] === "string") {
    const prompt = request.view.prompt(ref["name"]);
    if (prompt === undefined) throw new RpcError(RPC.invalidParams, `Unknown prompt: ${short(ref["name"])}`);
    return forward(request, box, {
      server: prompt.server,
      params: { ...params, ref: { ...ref, name: prompt.prompt } },
    });
  }
  const server = typeof ref["uri"] === "string" ? request.view.ownerOfTemplate(ref["uri"]) : undefined;
  if (server === undefined) throw new RpcError(RPC.invalidParams, "Unknown 'ref'");
  return forward(request, box, { server, params: { ...params, ref } });
}

/** Asks one server after the other for as long as they say that they do not have it. */
async function readFromFirst(servers: Servers, request: ClientRequest, box: Box): Promise<JsonObject> {
  const { view, caller, params } = request;
  const uri = String(params["uri"]);
  const [server, ...others] = servers;
  try {
    const result = await forward(request, box, { server, params: { uri } });
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
export function ownersOf({ view, era, session }: Reader, uri: unknown): Servers {
  if (typeof uri !== "string") throw new RpcError(RPC.invalidParams, "'uri' must be a string");
  const [owner, ...others] = view.ownersOf(uri, session).slice(0, MOST_OWNERS);
  if (owner !== undefined) return [owner, ...others];
  const code = era === "modern" ? RPC.invalidParams : RPC.resourceNotFound;
  throw new RpcError(code, `No server offers the resource ${short(uri)}`, { uri });
}

interface Reader extends Pick<ClientRequest, "view" | "era"> {
  readonly session: string | undefined;
}

interface Forwarded {
  readonly server: string;
  readonly params: JsonObject;
}

async function forward(request: ClientRequest, box: Box, { server, params }: Forwarded): Promise<JsonObject> {
  const { method, caller, client, signal, onProgress, era } = request;
  const upstream = box.upstream(server);
  const members = Object.fromEntries(Object.entries(request.params).filter(([key]) => PASSED.has(key)));
  return askUntilComplete(request, passedOn(members), async (extra) => {
    try {
      const result = await upstream.send(
        method,
        { ...extra, ...params },
        {
          timeoutMs: upstream.definition.timeout,
          client,
          signal,
          ...(caller.session === undefined ? undefined : { session: caller.session }),
          ...(onProgress === undefined ? undefined : { onProgress }),
        },
      );
      return isObject(result) ? result : {};
    } catch (error) {
      throw asAnswer(error, era);
    }
  });
}

const PASSED: ReadonlySet<string> = new Set(["_meta", "inputResponses", "requestState"]);

/** The server's own error, with its code; of all else the words. */
function asAnswer(error: unknown, era: ClientRequest["era"]): unknown {
  if (!(error instanceof TackleError)) return error;
  const { protocolError, message, hint } = error;
  if (protocolError === undefined)
    return new RpcError(RPC.internal, hint === undefined ? message : `${message}. ${hint}`);
  const isMissing = protocolError.code === RPC.resourceNotFound && era === "modern";
  const code = isMissing ? RPC.invalidParams : protocolError.code;
  return new RpcError(code, protocolError.message, protocolError.data);
}

function short(value: unknown): string {
  return String(value).slice(0, 200);
}
