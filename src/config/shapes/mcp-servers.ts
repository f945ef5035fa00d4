/** The canonical shape, and that of most MCP clients: `{"mcpServers": {"name": {...}}, "settings": {...}}`. */
import { entryOf } from "../formats/node.ts";
import { serversOfMap, type Shape } from "./shape.ts";

export const mcpServersShape: Shape = {
  name: "mcpServers",
  serversPath: ["mcpServers"],
  layout: "map",
  spelling: {},
  commandStyle: "string",
  matches: (root) => entryOf(root, "mcpServers") !== undefined || entryOf(root, "settings") !== undefined,
  read(root) {
    const node = entryOf(root, "mcpServers");
    const settings = entryOf(root, "settings");
    return {
      servers: [],
      problems: [],
      ...(node && serversOfMap(node, this.serversPath)),
      settings: settings?.kind === "map" ? settings.entries : [],
    };
  },
};
