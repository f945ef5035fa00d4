/** `search_tools`: the tools that could do what the words say. It finds nothing that the endpoint does not show. */
import { codeNamesOf } from "../../box/code/code-names.ts";
import { signatureOf } from "../../signature/signature-of.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { textArgument, textResult, type OwnTool } from "./own-tool.ts";

const MOST = 50;

/** The directory lets a model browse that searches badly. */
export function searchToolsTool(directory: string): OwnTool {
  const browse = directory === "" ? "" : `\n${directory}`;
  return {
    definition: {
      name: "search_tools",
      description: `Find tools by what they do.${browse}`,
      inputSchema: {
        type: "object",
        properties: {
          query: { type: "string", description: "What you want to do, or a tool's or server's name" },
          limit: { type: "integer", minimum: 1, maximum: MOST, default: 10 },
        },
        required: ["query"],
      },
      annotations: { readOnlyHint: true },
    },
    async run(args, { view, started, signal }, box) {
      const query = textArgument(args, "query");
      const { limit = 10 } = args;
      if (typeof limit !== "number" || !(limit >= 1))
        throw new RpcError(RPC.invalidParams, "'limit' must be a number");
      if (!started.isOver) await started.settle(view, signal);
      const answer = await box.search(query, {
        limit: Math.min(MOST, limit),
        signal,
        filter: (tool) => view.shows(tool),
      });
      const results = answer.results.map((result) => ({
        ...result,
        name: view.nameOf(result) ?? result.name,
      }));
      const names = codeNamesOf(box);
      const lines = results.map((result) => {
        const tool = box.catalog.byRef(result);
        if (tool === undefined) return result.name;
        const { text, expression } = signatureOf(tool, { detail: "line", names, shape: box.shapes.of(tool) });
        // Code reaches a tool by its expression, call_tool by its name.
        return view.profile.expose === "code" ? text : `${result.name}${text.slice(expression.length)}`;
      });
      const unavailable = answer.unavailable.filter(({ server }) => view.servers().has(server));
      const away = unavailable.map(({ server, reason }) => `Server '${server}' is not available: ${reason}`);
      const more = answer.more > 0 ? [`${answer.more} more match; be more exact, or raise 'limit'.`] : [];
      const nothing = lines.length === 0 ? ["No tool matches. Try other words, or list_servers."] : [];
      const text = [...lines, ...nothing, ...more, ...away].join("\n");
      const warning = answer.warning === undefined ? undefined : { warning: answer.warning };
      return textResult(text, { results, more: answer.more, unavailable, ...warning });
    },
  };
}
