/** `call_tool`: calls a tool by its name, exactly as if the client had called it itself. */
import { nearest } from "../../util/nearest.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import type { View } from "../view/view.ts";
import { callTool, findTool } from "../protocol/methods/call-tool.ts";
import { textArgument, type OwnTool } from "./own-tool.ts";

export const callAnyTool: OwnTool = {
  definition: {
    name: "call_tool",
    description: "Use a tool that search_tools found.",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string" },
        arguments: { type: "object", description: "As describe_tools says" },
      },
      required: ["name"],
    },
  },
  async run(args, request, box) {
    const { name: _ownName, arguments: _ownArguments, ...members } = request.params;
    const name = textArgument(args, "name");
    if ((await findTool(request, name)) === undefined) throw unknown(name, request.view);
    return callTool({ ...request, params: { ...members, name, arguments: args["arguments"] ?? {} } }, box);
  },
};

function unknown(name: string, view: View): RpcError {
  const names = [...view.tools()].flatMap((tool) => view.nameOf(tool) ?? []);
  const near = nearest(name, names, { max: 3 });
  const meant =
    near.length === 0 ? "search_tools finds the right name." : `Did you mean ${near.join(" or ")}?`;
  return new RpcError(RPC.invalidParams, `There is no tool '${name.slice(0, 200)}'. ${meant}`);
}
