/** YAML's `mcp.servers: [ {name, command, args, env, enabled, transport, url} ]`. */
import { nodeAt } from "../formats/node.ts";
import { settingsOfMcp } from "./mcp-object.ts";
import { serversOfList, type Shape } from "./shape.ts";

export const mcpListShape: Shape = {
  name: "mcp.servers list",
  serversPath: ["mcp", "servers"],
  layout: "list",
  spelling: { type: "transport" },
  commandStyle: "string",
  matches: (root) => nodeAt(root, ["mcp", "servers"])?.kind === "list",
  read(root) {
    const servers = nodeAt(root, this.serversPath);
    if (servers === undefined) return { servers: [], settings: [], problems: [] };
    return { ...serversOfList(servers, this.serversPath), settings: settingsOfMcp(root) };
  },
};
