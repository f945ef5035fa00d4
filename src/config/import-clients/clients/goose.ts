/** Goose: YAML `extensions`, of which only programs and addresses are servers; secrets stand in its keyring, by name. */
import type { Client } from "../client.ts";
import { addNote } from "../draft.ts";
import { address, duration, ignored, kind, passedOn, program, textMap, toolNames } from "../field-rules.ts";
import { inApplicationData, inDotConfig } from "../places.ts";
import { serversAt, USUAL_WORDS } from "../usual-words.ts";

export const goose: Client = {
  id: "goose",
  label: "Goose",
  userFiles: (places) => [
    ...(places.platform === "win32"
      ? inApplicationData(places, "Block", "goose", "config", "config.yaml")
      : []),
    ...inDotConfig(places, "goose", "config.yaml"),
  ],
  projectFiles: [".goose/config.yaml"],
  serversIn: serversAt("extensions"),
  words: {
    ...USUAL_WORDS,
    type: (field) => {
      const { node, draft } = field;
      kind(field);
      if (draft.skipped !== undefined && node.kind === "scalar")
        draft.skipped = `it is a part of Goose itself ('${String(node.value).slice(0, 40)}')`;
    },
    cmd: program,
    envs: textMap("env"),
    env_keys: (field) => {
      passedOn(field);
      if (field.node.kind === "list" && field.node.items.length > 0)
        addNote(
          field.draft,
          "Goose keeps the values of its 'env_keys' in its own keyring: set these variables here.",
        );
    },
    uri: address("http"),
    timeout: duration("timeout", 1000),
    available_tools: toolNames("includeTools"),
    bundled: ignored,
    display_name: ignored,
  },
  variables: { braces: "references" },
};
