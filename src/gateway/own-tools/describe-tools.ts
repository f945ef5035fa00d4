/** `describe_tools`: everything that is known of a few tools, as signatures with comments. */
import { codeNamesOf } from "../../box/code/code-names.ts";
import { signatureOf } from "../../signature/signature-of.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { textResult, type OwnTool } from "./own-tool.ts";

const MOST = 20;

export const describeTools: OwnTool = {
  definition: {
    name: "describe_tools",
    description: "Parameters and results of tools, as TypeScript.",
    inputSchema: {
      type: "object",
      properties: { names: { type: "array", items: { type: "string" }, maxItems: MOST } },
      required: ["names"],
    },
    annotations: { readOnlyHint: true },
  },
  async run(
    { name: only, names = typeof only === "string" ? [only] : undefined },
    { view, started, signal },
    box,
  ) {
    const isList = Array.isArray(names) && names.every((name) => typeof name === "string");
    if (!isList || names.length === 0)
      throw new RpcError(RPC.invalidParams, "'names' must be a list of names");
    if (names.length > MOST) throw new RpcError(RPC.invalidParams, `At most ${MOST} tools at once`);
    if (!started.isOver) await started.settle(view, signal);
    const codeNames = codeNamesOf(box);
    const texts = names.map((name) => {
      const tool = view.tool(name);
      if (tool === undefined) return `${name}: there is no such tool; search_tools finds the right name.`;
      const { text } = signatureOf(tool, { detail: "full", names: codeNames, shape: box.shapes.of(tool) });
      return `// ${view.nameOf(tool) ?? tool.name}\n${text}`;
    });
    return textResult(texts.join("\n\n"));
  },
};
