/** VS Code: `servers` with `inputs`, which are questions; in older files the same under `mcp` in the settings. */
import type { Client } from "../client.ts";
import { ignored, signIn, variablesFile } from "../field-rules.ts";
import { entryOf, nodeAt, type ConfigNode } from "../../formats/node.ts";
import { inCodeUser } from "../places.ts";
import type { InputDefinition } from "../translate-variables.ts";
import { USUAL_WORDS } from "../usual-words.ts";

export const vscode: Client = {
  id: "vscode",
  label: "VS Code",
  userFiles: (places) => [...inCodeUser(places, "mcp.json"), ...inCodeUser(places, "settings.json")],
  projectFiles: [".vscode/mcp.json", ".vscode/settings.json"],
  serversIn: (root) => [{ node: entryOf(root, "servers") }, { node: nodeAt(root, ["mcp", "servers"]) }],
  words: {
    ...USUAL_WORDS,
    envFile: variablesFile,
    oauth: signIn(),
    gallery: ignored,
    version: ignored,
  },
  variables: { braces: "references" },
  inputsIn: (root) =>
    new Map([...inputsOf(entryOf(root, "inputs")), ...inputsOf(nodeAt(root, ["mcp", "inputs"]))]),
};

function inputsOf(node: ConfigNode | undefined): [string, InputDefinition][] {
  if (node?.kind !== "list") return [];
  return node.items.flatMap((item) => {
    const id = textAt(item, "id");
    if (id === undefined) return [];
    return [[id, { description: textAt(item, "description"), fallback: textAt(item, "default") }]];
  });
}

function textAt(node: ConfigNode, key: string): string | undefined {
  const value = entryOf(node, key);
  return value?.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
}
