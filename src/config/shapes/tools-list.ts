/** YAML's `tools.builtin: [...]` with `tools.mcp_servers: [ {name, type, command: [program, args...], …} ]`. */
import { entryOf, nodeAt } from "../formats/node.ts";
import { serversOfList, type Shape } from "./shape.ts";

export const toolsListShape: Shape = {
  name: "tools.mcp_servers list",
  serversPath: ["tools", "mcp_servers"],
  layout: "list",
  spelling: {},
  commandStyle: "list",
  matches: (root) =>
    nodeAt(root, ["tools", "mcp_servers"]) !== undefined || nodeAt(root, ["tools", "builtin"]) !== undefined,
  read(root) {
    const tools = entryOf(root, "tools");
    const servers = nodeAt(root, this.serversPath);
    return {
      servers: [],
      problems: [],
      ...(servers && serversOfList(servers, this.serversPath)),
      settings: tools?.kind === "map" ? tools.entries.filter((entry) => entry.key === "builtin") : [],
    };
  },
};
