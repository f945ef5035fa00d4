/** Claude Desktop: one file of the user's, `mcpServers` with programs only. */
import type { Client } from "../client.ts";
import { inApplicationData, inDotConfig } from "../places.ts";
import { inMcpServers, USUAL_WORDS } from "../usual-words.ts";

const FILE = "claude_desktop_config.json";

export const claudeDesktop: Client = {
  id: "claude-desktop",
  label: "Claude Desktop",
  userFiles: (places) => [
    ...inApplicationData(places, "Claude", FILE),
    ...(places.platform === "linux" ? inDotConfig(places, "claude", FILE) : []),
  ],
  serversIn: inMcpServers,
  words: USUAL_WORDS,
  variables: { braces: "references" },
};
