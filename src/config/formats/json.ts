/** JSON with comments and trailing commas, as editors write it. Nothing else that is not JSON is let through. */
import { SLASH_COMMENTS } from "./editing/comments.ts";
import { editChecked } from "./editing/checked-edit.ts";
import type { ConfigFormat } from "./format.ts";
import { changeJson } from "./json/change.ts";
import { readJson } from "./json/read.ts";
import { stringifyJson } from "./json/write.ts";

const parse: ConfigFormat["parse"] = (text) => readJson(text).root;

const editor = { parse, stringify: stringifyJson, comments: SLASH_COMMENTS, change: changeJson };

export const jsonFormat: ConfigFormat = {
  name: "json",
  parse,
  edit: (text, change) => editChecked(editor, text, change),
  stringify: stringifyJson,
};
