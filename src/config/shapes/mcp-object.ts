/** `{"mcp": {"enabled": true, "servers": {name: {...}}, "globalSettings": {"timeout", "debug"}}}`. */
import { entryOf, nodeAt, type ConfigNode, type MapEntry } from "../formats/node.ts";
import { looksLikeServer } from "./looks-like-server.ts";
import { serversOfMap, type Shape } from "./shape.ts";

export const mcpObjectShape: Shape = {
  name: "mcp.servers map",
  serversPath: ["mcp", "servers"],
  layout: "map",
  spelling: {},
  commandStyle: "string",
  matches(root) {
    const servers = nodeAt(root, this.serversPath);
    return servers?.kind === "map" && holdsServers(servers);
  },
  read(root) {
    const servers = nodeAt(root, this.serversPath);
    if (servers === undefined) return { servers: [], settings: [], problems: [] };
    return { ...serversOfMap(servers, this.serversPath), settings: settingsOfMcp(root) };
  },
};

/** `mcp.globalSettings` and the switch `mcp.enabled`, which turns every server of the file off. */
export function settingsOfMcp(root: ConfigNode): readonly MapEntry[] {
  const mcp = entryOf(root, "mcp");
  if (mcp?.kind !== "map") return [];
  const global = entryOf(mcp, "globalSettings");
  return [
    ...mcp.entries.filter((entry) => entry.key === "enabled"),
    ...(global?.kind === "map" ? global.entries : []),
  ];
}

/** `mcp.servers` holds servers, and is not itself a server that somebody named "servers". */
export function holdsServers(node: ConfigNode | undefined): boolean {
  return node !== undefined && !looksLikeServer(node);
}
