/**
 * The one way an edit is made, for every format: work out what the file must say afterwards, splice the text, read the
 * result again and compare. A result that says anything else is refused, so that no wrong edit is ever written.
 */
import { ConfigSyntaxError, EditRefused } from "../format.ts";
import type { Change, ConfigFormat } from "../format.ts";
import type { ConfigNode } from "../node.ts";
import { pathText } from "../problems.ts";
import { checkChange } from "./check-value.ts";
import { skipTrivia } from "./comments.ts";
import type { CommentSyntax } from "./comments.ts";
import { wrapped } from "./plan.ts";
import { lineEnding } from "./splice.ts";
import { sameTree, treeAfter } from "./tree-after.ts";

export interface Editor {
  readonly parse: ConfigFormat["parse"];
  readonly stringify: ConfigFormat["stringify"];
  readonly comments: CommentSyntax;
  /** The changed text. It may be wrong where the text is unusual; it is checked. */
  readonly change: (text: string, change: Change) => string;
}

const NO_ENTRIES: ConfigNode = { kind: "map", at: { line: 1, column: 1, offset: 0 }, entries: [] };

/** The text after the change, or the very same text when it says so already. */
export function editChecked(editor: Editor, text: string, change: Change): string {
  checkChange(change);
  const isEmpty = isEmptyText(editor, text);
  const before = isEmpty ? NO_ENTRIES : editor.parse(text);
  const intended = treeAfter(before, change);
  if (sameTree(before, intended)) return text;
  const result = isEmpty ? startFile(editor, text, change) : editor.change(text, change);
  if (!sameTree(readResult(editor, result, change), intended)) {
    throw new EditRefused(`changing ${pathText(change.path)} would change other parts of the file too`);
  }
  return result;
}

function readResult(editor: Editor, result: string, change: Change): ConfigNode {
  // TOML has no sign for an empty map at the top: a file without its last entry is an empty text.
  if (isEmptyText(editor, result)) return NO_ENTRIES;
  try {
    return editor.parse(result);
  } catch (cause) {
    if (!(cause instanceof ConfigSyntaxError)) throw cause;
    throw new EditRefused(`changing ${pathText(change.path)} would break the file: ${cause.message}`, {
      cause,
    });
  }
}

function isEmptyText(editor: Editor, text: string): boolean {
  return skipTrivia(text, 0, editor.comments) === text.length;
}

/** An empty file, or one of comments only, gets its first value after what is there. */
function startFile(editor: Editor, text: string, change: Change): string {
  if (change.kind === "remove") return text;
  const value = wrapped(change.path, change.kind === "append" ? [change.value] : change.value);
  const eol = lineEnding(text);
  const gap = text === "" || text.endsWith("\n") ? "" : eol;
  return text + gap + editor.stringify(value).replaceAll("\n", eol);
}
