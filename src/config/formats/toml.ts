/** TOML 1.1 read, TOML 1.0 written. Dates and times are read as the text that the file holds. */
import { HASH_COMMENTS } from "./editing/comments.ts";
import { editChecked } from "./editing/checked-edit.ts";
import type { ConfigFormat } from "./format.ts";
import { emptyFile } from "./problems.ts";
import { changeToml } from "./toml/change.ts";
import { readToml } from "./toml/read.ts";
import { stringifyToml } from "./toml/write.ts";

const parse: ConfigFormat["parse"] = (text) => {
  const { root } = readToml(text);
  if (root.entries.length === 0) throw emptyFile();
  return root;
};

const editor = { parse, stringify: stringifyToml, comments: HASH_COMMENTS, change: changeToml };

export const tomlFormat: ConfigFormat = {
  name: "toml",
  parse,
  edit: (text, change) => editChecked(editor, text, change),
  stringify: stringifyToml,
};
