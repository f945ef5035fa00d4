/** Windsurf and Antigravity: `mcpServers` with `serverUrl`. */
import type { Client } from "../client.ts";
import { address, permission, toolNames, type FieldRule } from "../field-rules.ts";
import { inHome } from "../places.ts";
import { inMcpServers, USUAL_WORDS } from "../usual-words.ts";

const WINDSURF_WORDS: Readonly<Record<string, FieldRule>> = {
  ...USUAL_WORDS,
  serverUrl: address("http"),
  disabledTools: toolNames("excludeTools"),
  alwaysAllow: permission,
};

export const windsurf: Client = {
  id: "windsurf",
  label: "Windsurf",
  userFiles: (places) => [
    ...inHome(places, ".codeium", "windsurf", "mcp_config.json"),
    ...inHome(places, ".codeium", "windsurf-next", "mcp_config.json"),
  ],
  serversIn: inMcpServers,
  words: WINDSURF_WORDS,
  variables: { braces: "references" },
};

export const antigravity: Client = {
  ...windsurf,
  id: "antigravity",
  label: "Antigravity",
  userFiles: (places) => [
    ...inHome(places, ".gemini", "config", "mcp_config.json"),
    ...inHome(places, ".gemini", "antigravity", "mcp_config.json"),
  ],
};
