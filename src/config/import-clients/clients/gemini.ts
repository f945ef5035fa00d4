/** Gemini CLI: `mcpServers` in its settings, where `url` means HTTP+SSE and `httpUrl` Streamable HTTP, unless `type` is given. */
import type { Client } from "../client.ts";
import { kind, permission, signIn, text, toolNames } from "../field-rules.ts";
import { entryOf, nodeAt, type ConfigNode } from "../../formats/node.ts";
import { inHome } from "../places.ts";
import { USUAL_WORDS } from "../usual-words.ts";

export const gemini: Client = {
  id: "gemini",
  label: "Gemini CLI",
  userFiles: (places) => inHome(places, ".gemini", "settings.json"),
  projectFiles: [".gemini/settings.json"],
  serversIn: (root) => [{ node: entryOf(root, "mcpServers"), switchedOff: excludedNames(root) }],
  words: {
    ...USUAL_WORDS,
    type: (field) => {
      const { node, draft } = field;
      kind(field);
      // It says that `url` does not mean what it means without.
      if (node.kind === "scalar" && node.value === "http") draft.fields.set("type", "http");
    },
    url: (field) => {
      const { draft } = field;
      if (draft.fields.has("url")) return; // `httpUrl` goes before it
      text("url")(field);
      if (!draft.fields.has("type")) draft.fields.set("type", "sse");
    },
    httpUrl: (field) => {
      text("url")(field);
      field.draft.fields.set("type", "http");
    },
    trust: permission,
    includeTools: toolNames("includeTools"),
    excludeTools: toolNames("excludeTools"),
    oauth: signIn(),
  },
  variables: { braces: "references", dollar: true, percent: true },
  finish: (draft) => {
    if (draft.fields.get("type") === "http") draft.fields.delete("type");
  },
};

/** `mcp.excluded`, and with `mcp.allowed` all that it does not name. */
function excludedNames(root: ConfigNode): ReadonlySet<string> {
  const excluded = namesAt(root, "excluded") ?? [];
  const allowed = namesAt(root, "allowed");
  const servers = entryOf(root, "mcpServers");
  if (allowed === undefined || servers?.kind !== "map") return new Set(excluded);
  const others = servers.entries.map(({ key }) => key).filter((name) => !allowed.includes(name));
  return new Set([...excluded, ...others]);
}

function namesAt(root: ConfigNode, key: string): string[] | undefined {
  const list = nodeAt(root, ["mcp", key]);
  if (list?.kind !== "list") return undefined;
  return list.items.flatMap((item) => (item.kind === "scalar" ? [String(item.value)] : []));
}
