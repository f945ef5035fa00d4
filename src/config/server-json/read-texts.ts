/** Values of a `server.json`, in the spelling of today and in the older one with underscores. */
import { entryOf, type ConfigNode } from "../formats/node.ts";

export function fieldOf(node: ConfigNode, key: string): ConfigNode | undefined {
  return (
    entryOf(node, key) ??
    entryOf(
      node,
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
  );
}

export function textOf(node: ConfigNode, key: string): string | undefined {
  const value = fieldOf(node, key);
  if (value?.kind !== "scalar" || value.value === null) return undefined;
  return String(value.value);
}

export function isTrue(node: ConfigNode, key: string): boolean {
  const value = fieldOf(node, key);
  return value?.kind === "scalar" && value.value === true;
}

export function listOf(node: ConfigNode, key: string): readonly ConfigNode[] {
  const value = fieldOf(node, key);
  return value?.kind === "list" ? value.items : [];
}
