/** The gateway's own tools for each way of showing a catalog. */
import type { Box } from "../../box/box.ts";
import type { CatalogTool } from "../../catalog/snapshot.ts";
import type { Exposure, ToolDefinition } from "../../types.ts";
import { estimateTokens } from "../../signature/estimate-tokens.ts";
import { callAnyTool } from "./call-any-tool.ts";
import { describeTools } from "./describe-tools.ts";
import { writeDirectory } from "./directory.ts";
import { listServers } from "./list-servers.ts";
import type { OwnTool } from "./own-tool.ts";
import { runCodeTool } from "./run-code.ts";
import { searchToolsTool } from "./search-tools.ts";

/** The own tools and the instructions together, whatever the number of servers. */
const ALL_TOKENS = 700;
const INSTRUCTIONS_TOKENS = 60;
/** An estimate may fall short of what a tokenizer counts; a budget is a promise. */
const SAFE_PART = 0.92;

export interface OwnTools {
  readonly listed: readonly ToolDefinition[];
  /** All that may be called: a model knows the usual names from elsewhere, whatever is listed. */
  readonly byName: ReadonlyMap<string, OwnTool>;
}

const NONE: OwnTools = { listed: [], byName: new Map() };

export function ownToolsFor(expose: Exposure, box: Box, isShown: (tool: CatalogTool) => boolean): OwnTools {
  if (expose === "direct") return NONE;
  const withDirectory = (directory: string): readonly OwnTool[] =>
    expose === "search"
      ? [searchToolsTool(directory), describeTools, callAnyTool, listServers]
      : [searchToolsTool(""), describeTools, runCodeTool(directory), listServers];
  const maxTokens = roomBeside(withDirectory(""));
  const tools = withDirectory(writeDirectory({ box, expose, isShown, maxTokens }));
  const listed = tools.map(({ definition }) => definition);
  const byName = [callAnyTool, ...tools].map((tool) => [tool.definition.name, tool] as const);
  return { listed, byName: new Map([["describe_tool", describeTools], ...byName]) };
}

/** What is left for the servers when everything else is said. */
function roomBeside(tools: readonly OwnTool[]): number {
  const said = estimateTokens(JSON.stringify(tools.map(({ definition }) => definition)));
  return ALL_TOKENS * SAFE_PART - INSTRUCTIONS_TOKENS - said;
}
