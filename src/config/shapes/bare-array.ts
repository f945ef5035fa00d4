/** A file that is nothing but `[ {name, type, ...} ]`. */
import { serversOfList, type Shape } from "./shape.ts";

export const bareArrayShape: Shape = {
  name: "bare array",
  serversPath: [],
  layout: "list",
  spelling: {},
  commandStyle: "string",
  matches: (root) => root.kind === "list",
  read(root) {
    return { ...serversOfList(root, this.serversPath), settings: [] };
  },
};
