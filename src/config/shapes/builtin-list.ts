/** The list `builtin`: names of our own servers, each of which is then offered as if it had an entry of its own. */
import { nodeAt, type ConfigNode, type ConfigPath } from "../formats/node.ts";
import type { ServerEntry } from "./shape.ts";

const PLACES: readonly ConfigPath[] = [
  ["settings", "builtin"],
  ["tools", "builtin"],
];

/** One entry for each name; what is no name was reported with the other settings. */
export function builtinEntries(root: ConfigNode): readonly ServerEntry[] {
  return PLACES.flatMap((place) => {
    const list = nodeAt(root, place);
    if (list?.kind !== "list") return [];
    return list.items.flatMap((item, index): ServerEntry[] => {
      if (item.kind !== "scalar" || typeof item.value !== "string") return [];
      const { at, value: name } = item;
      const type = { key: "type", written: "type", keyAt: at, value: { ...item, value: "inprocess" } };
      return [{ name, at, path: [...place, index], fields: [type] }];
    });
  });
}
