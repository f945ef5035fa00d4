/** `tackle tools [SERVER]`: starts the servers and lists what they offer, under the names that everybody uses. */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import type { Command, Invocation } from "../command.ts";
import { withBox } from "../open-box.ts";
import { firstSentence } from "../output/first-sentence.ts";
import { catalogNotes } from "../output/catalog-notes.ts";
import { names, prose, renderTable } from "../output/table.ts";
import { noTools } from "../output/no-tools.ts";
import { permittedTools } from "../permitted-tools.ts";
import { readConfig, serverNamed, tooManyWords } from "../read-config.ts";
import type { Config } from "../../config/config.ts";

export const toolsCommand: Command = {
  usage: ["tools [SERVER]"],
  description:
    "Lists the tools of all servers, or of one, under the names by which they are called.\n" +
    "'tackle tools list --mcp', 'add-mcp', 'remove-mcp', 'toggle-mcp', 'list-mcp' and 'test-mcp' are long spellings of\n" +
    "'tackle list', 'add', 'remove', 'toggle', 'list' and 'test'.",
  options: {
    all: { type: "boolean", description: "Also those that the policy denies you, with the reason" },
  },
  examples: [
    ["tackle tools", "every tool of every server that you may use"],
    ["tackle tools files", "those of one server"],
    ["tackle tools --json", "for programs: [{name, server, tool, description, inputSchema}]"],
  ],
  async run(invocation) {
    const config = await readConfig(invocation);
    const only = onlyServer(invocation, config);
    return withBox(invocation, only, async (box) => {
      await box.open();
      const named = new Set(invocation.words);
      await box.meet({ isAnew: true, only: named.size === 0 ? undefined : [...named] });
      const permitted = permittedTools(box, box.catalog.tools);
      const isAll = invocation.options.flag("all");
      const tools = isAll ? box.catalog.tools : permitted.tools;
      const rows = tools.map((tool) => ({ tool, denial: box.denialOf(tool) }));
      return {
        json: rows.map(({ tool, denial = null }) => ({ ...asJson(tool), ...(isAll && { denied: denial }) })),
        human: rows.length === 0 ? noTools(box, named) : render(rows, invocation),
        notes: [...catalogNotes(box, named), ...(isAll ? [] : permitted.notes)],
      };
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

interface Row {
  readonly tool: CatalogTool;
  /** Why the policy denies it. */
  readonly denial: string | undefined;
}

function render(shown: readonly Row[], { terminal }: Invocation): string {
  const rows = shown.map((row) => [
    row.tool.name,
    markOf(row),
    row.denial ?? firstSentence(row.tool.definition["description"]),
  ]);
  return renderTable({ columns: [names("TOOL"), "", prose("WHAT IT DOES")], rows }, terminal);
}

function markOf({ tool, denial }: Row): string {
  if (denial !== undefined) return "denied";
  if (tool.held) return "held";
  return tool.findings.length > 0 ? "flagged" : "";
}
