/** `call_tool`: calls a tool by its name, exactly as if the client had called it itself. */
import { callTool } from "../protocol/methods/call-tool.ts";
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
  run(args, request, box) {
    const { name: _ownName, arguments: _ownArguments, ...members } = request.params;
    const params = { ...members, name: textArgument(args, "name"), arguments: args["arguments"] ?? {} };
    return callTool({ ...request, params }, box);
  },
};
