/** Cursor: `mcpServers` with VS Code's variables and its own words for signing in. */
import type { Client } from "../client.ts";
import { signIn, variablesFile } from "../field-rules.ts";
import { inHome } from "../places.ts";
import { inMcpServers, USUAL_WORDS } from "../usual-words.ts";

export const cursor: Client = {
  id: "cursor",
  label: "Cursor",
  userFiles: (places) => inHome(places, ".cursor", "mcp.json"),
  projectFiles: [".cursor/mcp.json"],
  serversIn: inMcpServers,
  words: {
    ...USUAL_WORDS,
    envFile: variablesFile,
    auth: signIn({ CLIENT_ID: "clientId", CLIENT_SECRET: "clientSecret" }),
  },
  variables: { braces: "references" },
};
