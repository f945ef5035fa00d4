/** Whether a part of a file is a server or something else, for shapes that no key of their own gives away. */
import type { ConfigNode } from "../formats/node.ts";
import { TYPE_WORDS } from "../validate/server-fields.ts";

/** It says what to run or where to connect, in any word that is accepted for it. */
export function looksLikeServer(node: ConfigNode): boolean {
  if (node.kind !== "map") return false;
  return node.entries.some(({ key, value }) => {
    switch (key) {
      case "command":
        return value.kind !== "map";
      case "url":
      case "httpUrl":
      case "serverUrl":
        return value.kind === "scalar";
      case "type":
      case "transport":
        return value.kind === "scalar" && TYPE_WORDS.has(String(value.value));
      default:
        return false;
    }
  });
}
