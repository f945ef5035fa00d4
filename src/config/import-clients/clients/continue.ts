/** Continue: YAML with a list `mcpServers`, each with its name inside, and references to secrets in double braces. */
import type { Client } from "../client.ts";
import { notCopied, textMap } from "../field-rules.ts";
import { inHome } from "../places.ts";
import { inMcpServers, USUAL_WORDS } from "../usual-words.ts";

export const continueDev: Client = {
  id: "continue",
  label: "Continue",
  userFiles: (places) => [
    ...inHome(places, ".continue", "config.yaml"),
    ...inHome(places, ".continue", "config.yml"),
  ],
  serversIn: inMcpServers,
  words: {
    ...USUAL_WORDS,
    requestOptions: (field) => {
      const { node, draft } = field;
      if (node.kind !== "map") return notCopied("it is no map")(field);
      for (const { key, value } of node.entries) {
        if (key === "headers") textMap("headers")({ ...field, key, node: value });
        else draft.dropped.push({ field: `requestOptions.${key}`, reason: undefined });
      }
    },
  },
  variables: { braces: "references" },
};
