/**
 * Claude Code: `mcpServers` of the user at the top of `~/.claude.json`, those of one project for this user alone under
 * `projects`, those that a project shares in `.mcp.json`, and those that an organisation prescribes.
 */
import type { Client, ServerGroup } from "../client.ts";
import { duration, ignored, notCopied, signIn } from "../field-rules.ts";
import { entryOf, type ConfigNode } from "../../formats/node.ts";
import { inFolderOf, inHome, type Places } from "../places.ts";
import { inMcpServers, USUAL_WORDS } from "../usual-words.ts";

export const claudeCode: Client = {
  id: "claude-code",
  label: "Claude Code",
  userFiles: (places) => [
    ...(inFolderOf(places, "CLAUDE_CONFIG_DIR", [".claude.json"]) ?? []),
    ...inHome(places, ".claude.json"),
    managedFile(places),
  ],
  projectFiles: [".mcp.json"],
  serversIn: (root) => [...localServers(root), ...inMcpServers(root)],
  words: {
    ...USUAL_WORDS,
    timeout: (field) => {
      const { node } = field;
      // It takes less than a second for a mistake and does not use it.
      if (node.kind === "scalar" && Number(node.value) >= 1000) duration("timeout", 1)(field);
    },
    oauth: signIn(),
    alwaysLoad: ignored,
    headersHelper: notCopied("no program is run for headers here"),
  },
  variables: { braces: "references" },
};

/** First, because they win over those of the user there. */
function localServers(root: ConfigNode): readonly ServerGroup[] {
  const projects = entryOf(root, "projects");
  if (projects?.kind !== "map") return [];
  return projects.entries.map(({ key, value }) => ({ node: entryOf(value, "mcpServers"), project: key }));
}

function managedFile({ platform }: Places): string {
  switch (platform) {
    case "darwin":
      return "/Library/Application Support/ClaudeCode/managed-mcp.json";
    case "win32":
      return "C:\\Program Files\\ClaudeCode\\managed-mcp.json";
    default:
      return "/etc/claude-code/managed-mcp.json";
  }
}
