/** The methods that both eras share, by name. */
import type { Box } from "../../box/box.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import type { Answer, ClientRequest } from "./client-request.ts";
import { callListedTool } from "./methods/call-tool.ts";
import { complete, getPrompt, readResource } from "./methods/forward.ts";
import { list } from "./methods/lists.ts";
import { isTraced, traceRequest } from "./trace-request.ts";

type Method = (request: ClientRequest, box: Box) => Answer | Promise<Answer>;

const METHODS = new Map<string, Method>([
  ["tools/call", callListedTool],
  ["tools/list", list],
  ["prompts/list", list],
  ["prompts/get", getPrompt],
  ["resources/list", list],
  ["resources/templates/list", list],
  ["resources/read", readResource],
  ["completion/complete", complete],
]);

export function answerRequest(request: ClientRequest, box: Box): Answer | Promise<Answer> {
  const method = METHODS.get(request.method);
  if (method === undefined) throw unknownMethod(request.method);
  const { tracer } = request;
  return tracer === undefined || !isTraced(request.method)
    ? method(request, box)
    : traceRequest(request, tracer, (traced) => method(traced, box));
}

export function isShared(method: string): boolean {
  return METHODS.has(method);
}

export function unknownMethod(method: string): RpcError {
  return new RpcError(RPC.methodNotFound, `Method not found: ${method.slice(0, 200)}`);
}
