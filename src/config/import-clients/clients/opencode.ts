/** opencode and Kilo: `mcp` with the command as a list, `environment`, and references in single braces. */
import type { Client } from "../client.ts";
import { notCopied, signIn, textMap, type FieldRule } from "../field-rules.ts";
import { nodeAt, type ConfigNode } from "../../formats/node.ts";
import { inDotConfig, inFolderOf, inHome } from "../places.ts";
import type { ServerGroup } from "../client.ts";
import { USUAL_WORDS } from "../usual-words.ts";

const OPENCODE_WORDS: Readonly<Record<string, FieldRule>> = {
  ...USUAL_WORDS,
  environment: textMap("env"),
  timeout: notCopied("it is for the list of tools, not for calls"),
  oauth: signIn({ scope: "scopes" }),
};

/** Newer files have them one level down; a server that is itself called `servers` says what it runs. */
function serversIn(root: ConfigNode): readonly ServerGroup[] {
  const nested = nodeAt(root, ["mcp", "servers"]);
  const isServer =
    nested?.kind === "map" &&
    nested.entries.some(({ key, value }) => key === "type" && value.kind === "scalar");
  return [{ node: nested?.kind === "map" && !isServer ? nested : nodeAt(root, ["mcp"]) }];
}

export const opencode: Client = {
  id: "opencode",
  label: "opencode",
  userFiles: (places) => [
    ...(inFolderOf(places, "OPENCODE_CONFIG", []) ?? []),
    ...(inFolderOf(places, "OPENCODE_CONFIG_DIR", ["opencode.jsonc"]) ?? []),
    ...(inFolderOf(places, "OPENCODE_CONFIG_DIR", ["opencode.json"]) ?? []),
    ...inDotConfig(places, "opencode", "opencode.jsonc"),
    ...inDotConfig(places, "opencode", "opencode.json"),
  ],
  projectFiles: ["opencode.jsonc", "opencode.json", ".opencode/opencode.jsonc", ".opencode/opencode.json"],
  serversIn,
  words: OPENCODE_WORDS,
  variables: { braces: "references", curly: true },
};

export const kilo: Client = {
  ...opencode,
  id: "kilo",
  label: "Kilo",
  userFiles: (places) => [
    ...inDotConfig(places, "kilo", "kilo.jsonc"),
    ...inDotConfig(places, "kilo", "kilo.json"),
    ...inHome(places, ".kilo", "kilo.json"),
  ],
  projectFiles: ["kilo.jsonc", "kilo.json", ".kilo/kilo.json"],
};
