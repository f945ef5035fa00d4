/** The gateway's own tools for each way of showing a catalog. */
import type { Box } from "../../box/box.ts";
import type { CatalogTool } from "../../catalog/snapshot.ts";
import type { Exposure } from "../../types.ts";
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

export function ownToolsFor(
  expose: Exclude<Exposure, "direct">,
  box: Box,
  isShown: (tool: CatalogTool) => boolean,
): ReadonlyMap<string, OwnTool> {
  const withDirectory = (directory: string): readonly OwnTool[] =>
    expose === "search"
      ? [searchToolsTool(directory), describeTools, callAnyTool, listServers]
      : [searchToolsTool(""), describeTools, runCodeTool(directory), listServers];
  const maxTokens = roomBeside(withDirectory(""));
  const tools = withDirectory(writeDirectory({ box, expose, isShown, maxTokens }));
  return new Map(tools.map((tool) => [tool.definition.name, tool]));
}

/** What is left for the servers when everything else is said. */
function roomBeside(tools: readonly OwnTool[]): number {
  const said = estimateTokens(JSON.stringify(tools.map(({ definition }) => definition)));
  return ALL_TOKENS * SAFE_PART - INSTRUCTIONS_TOKENS - said;
}
