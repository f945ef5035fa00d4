/** Clients that write `mcpServers` in the usual words, or nearly so: what differs is where their files are. */
import type { Client } from "../client.ts";
import { address, duration, ignored, permission, toolNames, type FieldRule } from "../field-rules.ts";
import { inHome } from "../places.ts";
import { inMcpServers, USUAL_WORDS } from "../usual-words.ts";

interface PlainClient extends Pick<Client, "id" | "label" | "userFiles" | "projectFiles"> {
  readonly words?: Readonly<Record<string, FieldRule>>;
}

const PLAIN: readonly PlainClient[] = [
  {
    id: "kiro",
    label: "Kiro",
    userFiles: (places) => inHome(places, ".kiro", "settings", "mcp.json"),
    projectFiles: [".kiro/settings/mcp.json"],
    words: { autoApprove: permission, disabledTools: toolNames("excludeTools") },
  },
  {
    id: "lm-studio",
    label: "LM Studio",
    userFiles: (places) => inHome(places, ".lmstudio", "mcp.json"),
  },
  {
    id: "kimi",
    label: "Kimi Code",
    userFiles: (places) => inHome(places, ".kimi-code", "mcp.json"),
    projectFiles: [".kimi-code/mcp.json"],
    words: { toolTimeoutMs: duration("timeout", 1) },
  },
  {
    id: "mastra",
    label: "Mastra Code",
    userFiles: (places) => inHome(places, ".mastracode", "mcp.json"),
    projectFiles: [".mastracode/mcp.json"],
  },
  {
    id: "pi",
    label: "Pi",
    userFiles: (places) => inHome(places, ".pi", "mcp.json"),
    projectFiles: [".pi/mcp.json"],
  },
  { id: "fx", label: "fx", userFiles: (places) => inHome(places, ".fx", "mcp.json") },
  {
    id: "mcporter",
    label: "mcporter",
    userFiles: (places) => [
      ...inHome(places, ".mcporter", "mcporter.jsonc"),
      ...inHome(places, ".mcporter", "mcporter.json"),
    ],
    projectFiles: ["config/mcporter.jsonc", "config/mcporter.json"],
    words: {
      baseUrl: address("http"),
      serverUrl: address("http"),
      lifecycle: ignored,
      allowedTools: toolNames("includeTools"),
      blockedTools: toolNames("excludeTools"),
    },
  },
];

export const plainClients: readonly Client[] = PLAIN.map(({ words, ...client }) => ({
  ...client,
  serversIn: inMcpServers,
  words: { ...USUAL_WORDS, ...words },
  variables: { braces: "references" },
}));
