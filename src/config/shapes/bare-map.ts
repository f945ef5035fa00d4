/** A file that is nothing but `{name: {command, …}, …}`, as people put it into a variable. Only where no other shape is. */
import { looksLikeServer } from "./looks-like-server.ts";
import { serversOfMap, type Shape } from "./shape.ts";

export const bareMapShape: Shape = {
  name: "bare map",
  serversPath: [],
  layout: "map",
  spelling: {},
  commandStyle: "string",
  // Every entry must be one: a stray file of another program should not become servers.
  matches: (root) =>
    root.kind === "map" &&
    root.entries.length > 0 &&
    root.entries.every(({ value }) => looksLikeServer(value)),
  read(root) {
    return { ...serversOfMap(root, this.serversPath), settings: [] };
  },
};
