/** Cline and Roo Code: `mcpServers` in the storage of a VS Code extension; an address without `type` means HTTP+SSE. */
import type { Client } from "../client.ts";
import type { Draft } from "../draft.ts";
import { duration, kind, permission, toolNames, type FieldRule } from "../field-rules.ts";
import { inCodeUser, inHome } from "../places.ts";
import { inMcpServers, USUAL_WORDS } from "../usual-words.ts";

/** Kept until the end, because its absence says something. */
const statedKind: FieldRule = (field) => {
  kind(field);
  if (!field.draft.fields.has("type")) field.draft.fields.set("type", "stated");
};

const CLINE_WORDS: Readonly<Record<string, FieldRule>> = {
  ...USUAL_WORDS,
  type: statedKind,
  transportType: statedKind,
  timeout: duration("timeout", 1000),
  autoApprove: permission,
  alwaysAllow: permission,
  disabledTools: toolNames("excludeTools"),
};

function finish({ fields }: Draft): void {
  if (fields.get("type") === "stated") fields.delete("type");
  else if (fields.has("url")) fields.set("type", "sse");
}

export const cline: Client = {
  id: "cline",
  label: "Cline",
  userFiles: (places) => [
    ...inCodeUser(places, "globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json"),
    ...inHome(places, ".cline", "data", "settings", "cline_mcp_settings.json"),
    ...inHome(places, ".cline", "mcp.json"),
  ],
  serversIn: inMcpServers,
  words: CLINE_WORDS,
  variables: { braces: "references" },
  finish,
};

export const roo: Client = {
  ...cline,
  id: "roo",
  label: "Roo Code",
  userFiles: (places) =>
    inCodeUser(places, "globalStorage", "rooveterinaryinc.roo-cline", "settings", "mcp_settings.json"),
  projectFiles: [".roo/mcp.json"],
};
