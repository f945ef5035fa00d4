/** GitHub Copilot CLI: `mcpServers` with the list of tools that each may offer. */
import type { Client } from "../client.ts";
import { toolNames } from "../field-rules.ts";
import { inFolderOf, inHome } from "../places.ts";
import { inMcpServers, USUAL_WORDS } from "../usual-words.ts";

export const copilotCli: Client = {
  id: "copilot-cli",
  label: "Copilot CLI",
  userFiles: (places) =>
    inFolderOf(places, "COPILOT_HOME", ["mcp-config.json"]) ?? inHome(places, ".copilot", "mcp-config.json"),
  projectFiles: [".github/mcp.json"],
  serversIn: inMcpServers,
  words: { ...USUAL_WORDS, tools: toolNames("includeTools") },
  variables: { braces: "references" },
};
