/** What a server answers itself and a gateway only has to bring to the right one: resources, prompts, completion. */
import type { Box } from "../../../box/box.ts";
import type { CatalogPrompt } from "../../../catalog/snapshot.ts";
import { TackleError } from "../../../errors.ts";
import type { JsonObject } from "../../../types.ts";
import { isObject } from "../../../util/is-object.ts";
import { RPC, RpcError } from "../../../util/rpc-error.ts";
import type { Answer, ClientRequest } from "../client-request.ts";
import { askUntilComplete, passedOn } from "../input-required.ts";
import { NOT_CACHED } from "./lists.ts";

export async function readResource(request: ClientRequest, box: Box): Promise<Answer> {
  const { uri } = request.params;
  const server = await ownerOf(request, uri);
  request.span?.about({ server });
  const result = await forward(request, box, { server, params: { uri } });
  if (request.era === "legacy" || result["resultType"] === "input_required") return result;
  return { ...NOT_CACHED, ...result };
}

export async function getPrompt(request: ClientRequest, box: Box): Promise<Answer> {
  const { name, arguments: given } = request.params;
  const prompt = await promptOf(request, name);
  if (prompt === undefined) throw new RpcError(RPC.invalidParams, `Unknown prompt: ${short(name)}`);
  request.span?.about({ name: prompt.prompt, server: prompt.server });
  const params = { name: prompt.prompt, ...(given === undefined ? undefined : { arguments: given }) };
  return forward(request, box, { server: prompt.server, params });
}

export async function complete(request: ClientRequest, box: Box): Promise<Answer> {
  const { ref, argument, context } = request.params;
  if (!isObject(ref)) throw new RpcError(RPC.invalidParams, "'ref' must be a prompt or a resource");
  const params = { argument, ...(context === undefined ? undefined : { context }) };
  if (ref["type"] === "ref/prompt" && typeof ref["name"] === "string") {
    const prompt = await promptOf(request, ref["name"]);
    if (prompt === undefined) throw new RpcError(RPC.invalidParams, `Unknown prompt: ${short(ref["name"])}`);
    return forward(request, box, {
      server: prompt.server,
      params: { ...params, ref: { ...ref, name: prompt.prompt } },
    });
  }
  const { uri } = ref;
  const server =
    typeof uri === "string" ? await foundBy(request, () => request.view.ownerOfTemplate(uri)) : undefined;
  if (server === undefined) throw new RpcError(RPC.invalidParams, "Unknown 'ref'");
  return forward(request, box, { server, params: { ...params, ref } });
}

/** The server that a resource is read from; an unknown one is an error with the code that the client's era has for it. */
export async function ownerOf(request: Looking & Pick<ClientRequest, "era">, uri: unknown): Promise<string> {
  if (typeof uri !== "string") throw new RpcError(RPC.invalidParams, "'uri' must be a string");
  const owner = await foundBy(request, () => request.view.ownerOf(uri));
  if (owner !== undefined) return owner;
  const code = request.era === "modern" ? RPC.invalidParams : RPC.resourceNotFound;
  throw new RpcError(code, `No server offers the resource ${short(uri)}`, { uri });
}

type Looking = Pick<ClientRequest, "view" | "started"> & { readonly signal?: AbortSignal };

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
  readonly server: string;
  readonly params: JsonObject;
}

async function forward(request: ClientRequest, box: Box, { server, params }: Forwarded): Promise<JsonObject> {
  const { method, caller, client, signal, onProgress, era } = request;
  const upstream = box.upstream(server);
  const members = Object.fromEntries(Object.entries(request.params).filter(([key]) => PASSED.has(key)));
  return askUntilComplete(request, { server, extra: passedOn(members) }, async (extra) => {
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
