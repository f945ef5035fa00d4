/** Crush: `mcp` by name, with shell-like variables. What it would run a shell for is not run here. */
import type { Client } from "../client.ts";
import { addNote } from "../draft.ts";
import { duration, toolNames } from "../field-rules.ts";
import { inDotConfig } from "../places.ts";
import { serversAt, USUAL_WORDS } from "../usual-words.ts";

export const crush: Client = {
  id: "crush",
  label: "Crush",
  userFiles: (places) => inDotConfig(places, "crush", "crush.json"),
  projectFiles: [".crush.json", "crush.json"],
  serversIn: serversAt("mcp"),
  words: { ...USUAL_WORDS, timeout: duration("timeout", 1000), disabled_tools: toolNames("excludeTools") },
  variables: { braces: "references", dollar: true },
  finish: (draft) => {
    if (JSON.stringify([...draft.fields]).includes("$("))
      addNote(draft, "'$(…)' is not run here: write a variable in its place.");
  },
};
