/** `tackle tools [SERVER]`: starts the servers and lists what they offer, under the names that everybody uses. */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { withBox } from "../open-box.ts";
import { firstSentence } from "../output/first-sentence.ts";
import { catalogNotes } from "../output/catalog-notes.ts";
import { names, prose, renderTable } from "../output/table.ts";
import { readConfig, serverNamed, tooManyWords } from "../read-config.ts";
import type { Config } from "../../config/config.ts";

export const toolsCommand: Command = {
  usage: ["tools [SERVER]"],
  description:
    "Lists the tools of all servers, or of one, under the names by which they are called.\n" +
    "'tackle tools list --mcp', 'add-mcp', 'remove-mcp', 'toggle-mcp', 'list-mcp' and 'test-mcp' are long spellings of\n" +
    "'tackle list', 'add', 'remove', 'toggle', 'list' and 'test'.",
  examples: [
    ["tackle tools", "every tool of every server"],
    ["tackle tools files", "those of one server"],
    ["tackle tools --json", "for programs: [{name, server, tool, description, inputSchema}]"],
  ],
  async run(invocation) {
    const config = await readConfig(invocation);
    const only = onlyServer(invocation, config);
    return withBox(invocation, only, async (box) => {
      await box.start();
      const { tools } = box.catalog;
      return { json: tools.map(asJson), human: render(tools, invocation), notes: catalogNotes(box) };
    });
  },
};

/** The configuration with the one server that was named, or the whole. */
export function onlyServer({ words }: Invocation, config: Config): Config {
  const [name, ...others] = words;
  if (others.length > 0) throw tooManyWords(others, "tools [SERVER]");
  return name === undefined ? config : { ...config, servers: new Map([[name, serverNamed(config, name)]]) };
}

export function asJson(tool: CatalogTool): object {
  const { description, inputSchema, outputSchema, annotations } = tool.definition;
  return {
    name: tool.name,
    server: tool.server,
    tool: tool.tool,
    description: typeof description === "string" ? description : null,
    inputSchema,
    ...(outputSchema === undefined ? undefined : { outputSchema }),
    ...(annotations === undefined ? undefined : { annotations }),
    held: tool.held,
    findings: tool.findings,
  };
}

function render(tools: readonly CatalogTool[], { terminal }: Invocation): CommandResult["human"] {
  if (tools.length === 0) return "No tools.";
  const rows = tools.map((tool) => [
    tool.name,
    tool.held ? "held" : tool.findings.length > 0 ? "flagged" : "",
    firstSentence(tool.definition["description"]),
  ]);
  return renderTable({ columns: [names("TOOL"), "", prose("WHAT IT DOES")], rows }, terminal);
}
