/** Amp: `amp.mcpServers`, one key with a dot in it, in its settings. */
import type { Client } from "../client.ts";
import { toolNames } from "../field-rules.ts";
import { inDotConfig } from "../places.ts";
import { serversAt, USUAL_WORDS } from "../usual-words.ts";

export const amp: Client = {
  id: "amp",
  label: "Amp",
  userFiles: (places) => inDotConfig(places, "amp", "settings.json"),
  projectFiles: [".amp/settings.json"],
  serversIn: serversAt("amp.mcpServers"),
  words: { ...USUAL_WORDS, includeTools: toolNames("includeTools") },
  variables: { braces: "references" },
};
