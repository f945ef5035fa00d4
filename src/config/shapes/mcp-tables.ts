/** TOML's `[mcp.<name>]` with `transport`, `command = [...]`, `environment = {...}`, `url`, `headers`. */
import { entryOf, type MapEntry, type MapNode } from "../formats/node.ts";
import { holdsServers, settingsOfMcp } from "./mcp-object.ts";
import { looksLikeServer } from "./looks-like-server.ts";
import { serversOfMap, type Shape } from "./shape.ts";
import { MCP_KEYS, misspeltKey } from "./unknown-keys.ts";

export const mcpTablesShape: Shape = {
  name: "mcp.<name> tables",
  serversPath: ["mcp"],
  layout: "map",
  spelling: { type: "transport", env: "environment" },
  commandStyle: "list",
  matches(root) {
    const mcp = entryOf(root, "mcp");
    // A server called "mcp" in a bare map is no table of servers.
    if (mcp?.kind !== "map" || looksLikeServer(mcp) || holdsServers(entryOf(mcp, "servers"))) return false;
    return mcp.entries.some((entry) => entry.value.kind === "map");
  },
  read(root) {
    const mcp = entryOf(root, "mcp");
    if (mcp?.kind !== "map") return { servers: [], settings: [], problems: [] };
    const settings = mcp.entries.filter((entry) => !isServer(entry));
    const tables: MapNode = { ...mcp, entries: mcp.entries.filter(isServer) };
    const problems = settings.flatMap((entry) => misspeltKey(entry, SETTINGS, "mcp") ?? []);
    return { ...serversOfMap(tables, this.serversPath), problems, settings: settingsOfMcp(root) };
  },
};

/** Keys of `mcp` that are no server's name unless they hold one. */
const SETTINGS = MCP_KEYS.filter((key) => key !== "servers");

/** All but the settings, and what looks more like a misspelt setting than like a server. */
function isServer(entry: MapEntry): boolean {
  if (looksLikeServer(entry.value)) return true;
  return !SETTINGS.includes(entry.key) && misspeltKey(entry, SETTINGS) === undefined;
}
