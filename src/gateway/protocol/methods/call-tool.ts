/** `tools/call`: the tool's own result as it is, or, where there is none, words that a model can act on. */
import type { Box } from "../../../box/box.ts";
import type { CallResult, JsonObject, ToolRef } from "../../../types.ts";
import { isObject } from "../../../util/is-object.ts";
import { RPC, RpcError } from "../../../util/rpc-error.ts";
import type { OwnTool } from "../../own-tools/own-tool.ts";
import type { Answer, ClientRequest } from "../client-request.ts";
import { failureWords } from "../failure-words.ts";
import { answerInput, passedOn, withAskers } from "../input-required.ts";

/** A tool of the gateway itself, where the endpoint has some; else one of the servers'. */
export function callListedTool(request: ClientRequest, box: Box): Promise<Answer> {
  const { name } = request.params;
  const own = typeof name === "string" ? request.view.ownTool(name) : undefined;
  return own === undefined ? callTool(request, box) : callOwnTool(own, request, box);
}

async function callOwnTool(own: OwnTool, request: ClientRequest, box: Box): Promise<Answer> {
  const { arguments: args } = request.params;
  request.span?.about({ name: own.definition.name });
  try {
    return await own.run(isObject(args) ? args : {}, request, box);
  } catch (error) {
    // A model that called it with the wrong name or argument can do better when it is told.
    if (!(error instanceof RpcError) || error.code !== RPC.invalidParams) throw error;
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}

export function callTool(request: ClientRequest, box: Box): Promise<Answer> {
  const { name, arguments: given = {} } = request.params;
  if (typeof name !== "string") throw new RpcError(RPC.invalidParams, "'name' must be a tool's name");
  if (!isObject(given)) throw new RpcError(RPC.invalidParams, "'arguments' must be an object");
  const tool = request.view.tool(name);
  const call = { args: given, extra: passedOn(request.params, OWN_MEMBERS), request };
  if (tool === undefined || !request.started.isOver) return callWhenStarted(call, box, name);
  return callKnown({ ...call, tool }, box, name);
}

const OWN_MEMBERS: ReadonlySet<string> = new Set(["name", "arguments"]);

async function callKnown(known: ToolCall, box: Box, name: string): Promise<Answer> {
  const {
    request: { span, view },
    tool: { server, tool },
  } = known;
  span?.about({ name: tool, server });
  const result = await call(box, known);
  span?.note(result.outcome);
  return withAskers(answerOf(result, name), view, server);
}

/** While servers are starting, one of them may bring the tool. */
async function callWhenStarted(call: Omit<ToolCall, "tool">, box: Box, name: string): Promise<Answer> {
  const { request } = call;
  const tool = await findTool(request, name);
  if (tool === undefined) {
    request.span?.note("unknown-tool");
    throw unknownTool(name);
  }
  if (!request.started.isOver) await request.started.startOf(tool.server, request.signal);
  return callKnown({ ...call, tool }, box, name);
}

export async function findTool(
  { view, started, signal }: Pick<ClientRequest, "view" | "started" | "signal">,
  name: string,
): Promise<ToolRef | undefined> {
  return started.isOver ? view.tool(name) : started.find(view, () => view.tool(name), signal);
}

interface ToolCall {
  readonly tool: ToolRef;
  readonly args: JsonObject;
  readonly extra: JsonObject | undefined;
  readonly request: ClientRequest;
}

function call(box: Box, { tool, args, extra, request }: ToolCall): Promise<CallResult> {
  const { caller, client, signal, onProgress, view } = request;
  let wasApproved = false;
  return box.call(tool, args, {
    caller,
    client,
    signal,
    filter: (ref) => view.shows(ref),
    wantsRaw: true,
    onApproval: () => (wasApproved = true),
    answerInput: (questions) => answerInput(request, questions, { server: tool.server, wasApproved }),
    ...(extra === undefined ? undefined : { extra }),
    ...(onProgress === undefined ? undefined : { onProgress }),
  });
}

function answerOf(result: CallResult, name: string): JsonObject {
  const { raw, outcome, protocolError } = result;
  if (raw !== undefined && outcome !== "protocol-error") return raw;
  if (protocolError !== undefined)
    throw new RpcError(protocolError.code, protocolError.message, protocolError.data);
  if (outcome === "unknown-tool") throw unknownTool(name);
  return { content: [{ type: "text", text: failureWords(result) }], isError: true };
}

function unknownTool(name: string): RpcError {
  return new RpcError(RPC.invalidParams, `Unknown tool: ${name.slice(0, 200)}`);
}
