/** VS Code's `{"servers": {name: {type, command, …}}, "inputs": […]}`. Its inputs are questions that nobody asks here. */
import { entryOf } from "../formats/node.ts";
import { looksLikeServer } from "./looks-like-server.ts";
import { serversOfMap, type Shape } from "./shape.ts";

export const vscodeServersShape: Shape = {
  name: "servers",
  serversPath: ["servers"],
  layout: "map",
  spelling: {},
  commandStyle: "string",
  matches(root) {
    const servers = entryOf(root, "servers");
    if (servers?.kind !== "map" || servers.entries.some(({ value }) => value.kind !== "map")) return false;
    // One is enough: what is wrong with the others is then said of them, not of the file.
    return servers.entries.length === 0 || servers.entries.some(({ value }) => looksLikeServer(value));
  },
  read(root) {
    const servers = entryOf(root, "servers");
    if (servers === undefined) return { servers: [], settings: [], problems: [] };
    return { ...serversOfMap(servers, this.serversPath), settings: [] };
  },
};
