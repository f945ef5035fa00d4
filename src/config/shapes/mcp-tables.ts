/** TOML's `[mcp.<name>]` with `transport`, `command = [...]`, `environment = {...}`, `url`, `headers`. */
import { entryOf, type MapNode } from "../formats/node.ts";
import { holdsServers, settingsOfMcp } from "./mcp-object.ts";
import { serversOfMap, type Shape } from "./shape.ts";

/** Keys of `mcp` that are no server's name unless they hold one. */
const SETTINGS = new Set(["enabled", "globalSettings"]);

export const mcpTablesShape: Shape = {
  name: "mcp.<name> tables",
  serversPath: ["mcp"],
  layout: "map",
  spelling: { type: "transport", env: "environment" },
  commandStyle: "list",
  matches(root) {
    const mcp = entryOf(root, "mcp");
    if (mcp?.kind !== "map" || holdsServers(entryOf(mcp, "servers"))) return false;
    return mcp.entries.some((entry) => entry.value.kind === "map");
  },
  read(root) {
    const mcp = entryOf(root, "mcp");
    if (mcp?.kind !== "map") return { servers: [], settings: [], problems: [] };
    const tables: MapNode = { ...mcp, entries: mcp.entries.filter((entry) => !SETTINGS.has(entry.key)) };
    return { ...serversOfMap(tables, this.serversPath), settings: settingsOfMcp(root) };
  },
};
