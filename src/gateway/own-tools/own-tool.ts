/** A tool of the gateway itself, by which a model finds and uses the tools that are not shown to it. */
import type { Box } from "../../box/box.ts";
import type { JsonObject, ToolDefinition } from "../../types.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import type { Answer, ClientRequest } from "../protocol/client-request.ts";

export interface OwnTool {
  readonly definition: ToolDefinition;
  run(args: JsonObject, request: ClientRequest, box: Box): Promise<Answer>;
}

/** Text for the model, and the same as data for programs. */
export function textResult(text: string, structuredContent?: JsonObject): JsonObject {
  const data = structuredContent === undefined ? undefined : { structuredContent };
  return { content: [{ type: "text", text }], ...data };
}

export function textArgument(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string" && value !== "") return value;
  throw new RpcError(RPC.invalidParams, `'${name}' must be a text`);
}
