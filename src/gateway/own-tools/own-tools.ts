/** The gateway's own tools for each way of showing a catalog. */
import type { Box } from "../../box/box.ts";
import type { CatalogTool } from "../../catalog/snapshot.ts";
import type { Exposure, ToolDefinition } from "../../types.ts";
import { codeNamesOf } from "../../box/code/code-names.ts";
import { directoryOf } from "../../signature/prompt/directory-of.ts";
import { estimateTokens } from "../../signature/estimate-tokens.ts";
import { cutText } from "../../util/terminal-text.ts";
import { callAnyTool } from "./call-any-tool.ts";
import { describeTools } from "./describe-tools.ts";
import { listServers } from "./list-servers.ts";
import type { OwnTool } from "./own-tool.ts";
import { runCodeTool } from "./run-code.ts";
import { searchToolsTool } from "./search-tools.ts";

/** All own tools together stay under 700 tokens; this is what the directory may have of them. */
const DIRECTORY_TOKENS = 300;

export interface OwnTools {
  readonly listed: readonly ToolDefinition[];
  /** All that may be called: a model knows the usual names from elsewhere, whatever is listed. */
  readonly byName: ReadonlyMap<string, OwnTool>;
}

const NONE: OwnTools = { listed: [], byName: new Map() };

export function ownToolsFor(expose: Exposure, box: Box, isShown: (tool: CatalogTool) => boolean): OwnTools {
  if (expose === "direct") return NONE;
  const directory = writeDirectory(box, isShown, expose);
  const tools =
    expose === "search"
      ? [searchToolsTool(directory), describeTools, callAnyTool, listServers]
      : [searchToolsTool(""), describeTools, runCodeTool(directory), listServers];
  const listed = tools.map(({ definition }) => definition);
  const byName = [callAnyTool, ...tools].map((tool) => [tool.definition.name, tool] as const);
  return { listed, byName: new Map([["describe_tool", describeTools], ...byName]) };
}

/** As many servers as fit, a line each; of the others, how many. Code knows a server by another name. */
function writeDirectory(box: Box, isShown: (tool: CatalogTool) => boolean, expose: Exposure): string {
  const names = codeNamesOf(box);
  const describe = (server: string): string | undefined => box.upstream(server).definition.description;
  const entries = directoryOf(box.catalog, { names, describe, isShown });
  const lines: string[] = [];
  let tokens = 0;
  for (const { server, name, tools, line } of entries) {
    const about = line.slice(line.indexOf(":") + 1);
    const text =
      expose === "code"
        ? `- ${name} (${tools}):${about}`
        : `- ${server} (${tools}): ${ownWords(box, server, isShown)}`;
    tokens += estimateTokens(text);
    if (tokens > DIRECTORY_TOKENS) break;
    lines.push(text);
  }
  const left = entries.length - lines.length;
  return [...lines, ...(left > 0 ? [`- and ${left} more servers: list_servers`] : [])].join("\n");
}

const MOST_NAMES = 4;
const LONGEST_ABOUT = 100;

/** What a person wrote of a server, and a few of its tools as call_tool takes them. */
function ownWords(box: Box, server: string, isShown: (tool: CatalogTool) => boolean): string {
  const about = box.upstream(server).definition.description;
  const tools = box.catalog.ofServer(server).filter((tool) => !tool.held && isShown(tool));
  const names = tools.slice(0, MOST_NAMES).map(({ tool }) => cutText(tool, LONGEST_ABOUT));
  const few = [...names, ...(tools.length > MOST_NAMES ? ["…"] : [])].join(", ");
  return about === undefined ? few : `${cutText(about, LONGEST_ABOUT)}: ${few}`;
}
