/** YAML 1.2 with the core schema: one document, text keys, aliases and merge keys resolved, no tags of its own. */
import { HASH_COMMENTS } from "./editing/comments.ts";
import { editChecked } from "./editing/checked-edit.ts";
import type { ConfigFormat } from "./format.ts";
import { changeYaml } from "./yaml/change.ts";
import { readYaml } from "./yaml/read.ts";
import { stringifyYaml } from "./yaml/write.ts";

const parse: ConfigFormat["parse"] = (text) => readYaml(text).root;

const editor = { parse, stringify: stringifyYaml, comments: HASH_COMMENTS, change: changeYaml };

export const yamlFormat: ConfigFormat = {
  name: "yaml",
  parse,
  edit: (text, change) => editChecked(editor, text, change),
  stringify: stringifyYaml,
};
