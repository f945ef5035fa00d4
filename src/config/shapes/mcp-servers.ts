/** The canonical shape, and that of most MCP clients: `{"mcpServers": {"name": {...}}, "settings": {...}, "allowedTools": [...], "policy": [...]}`. */
import { entryOf } from "../formats/node.ts";
import { serversOfMap, type Shape } from "./shape.ts";

/** Settings that stand at the top of the file, because people look for them there. */
const POLICY_KEYS: readonly string[] = ["allowedTools", "policy"];
const SETTINGS_KEYS = ["settings", ...POLICY_KEYS];

export const mcpServersShape: Shape = {
  name: "mcpServers",
  serversPath: ["mcpServers"],
  layout: "map",
  spelling: {},
  commandStyle: "string",
  matches: (root) => ["mcpServers", ...SETTINGS_KEYS].some((key) => entryOf(root, key) !== undefined),
  read(root) {
    const node = entryOf(root, "mcpServers");
    const settings = entryOf(root, "settings");
    return {
      servers: [],
      problems: [],
      ...(node && serversOfMap(node, this.serversPath)),
      settings: [
        ...(settings?.kind === "map" ? settings.entries : []),
        ...(root.kind === "map" ? root.entries.filter(({ key }) => POLICY_KEYS.includes(key)) : []),
      ],
    };
  },
};
