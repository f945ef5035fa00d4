/**
 * Reads JSON into the located tree, from the events of `jsonc-parser`. The first problem ends the reading: the library
 * would go on and guess, and its recursion is stopped by the depth limit before it can overflow.
 */
import { printParseErrorCode, visit } from "jsonc-parser";
import { SLASH_COMMENTS, skipTrivia } from "../editing/comments.ts";
import { ConfigSyntaxError, MAX_DEPTH } from "../format.ts";
import type { ConfigNode, ListNode, MapEntry, MapNode, Position, ScalarNode } from "../node.ts";
import { locateIn } from "../position.ts";
import { emptyFile, keyGivenTwice, notFinite, tooDeep } from "../problems.ts";

export interface JsonText {
  readonly root: ConfigNode;
  /** The offset after each node. */
  readonly ends: ReadonlyMap<ConfigNode, number>;
}

interface OpenMap extends MapNode {
  readonly entries: MapEntry[];
  readonly keys: Map<string, Position>;
}

interface OpenList extends ListNode {
  readonly items: ConfigNode[];
}

/** Throws `ConfigSyntaxError` at the first thing that is not JSON. */
export function readJson(text: string): JsonText {
  const locate = locateIn(text);
  const ends = new Map<ConfigNode, number>();
  const open: (OpenMap | OpenList)[] = [];
  let pending: { key: string; keyAt: Position } | undefined;
  let root: ConfigNode | undefined;

  const add = (node: ConfigNode): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else if (parent.kind === "list") parent.items.push(node);
    else if (pending !== undefined) parent.entries.push({ ...pending, value: node });
  };
  const begin = (node: OpenMap | OpenList): void => {
    add(node);
    open.push(node);
    if (open.length > MAX_DEPTH) throw tooDeep(node.at);
  };
  const end = (offset: number, length: number): void => {
    const node = open.pop();
    if (node !== undefined) ends.set(node, offset + length);
  };

  visit(
    text,
    {
      onObjectBegin: (offset) => begin({ kind: "map", at: locate(offset), entries: [], keys: new Map() }),
      onObjectProperty: (key, offset) => {
        const parent = open.at(-1);
        const keyAt = locate(offset);
        if (parent?.kind === "map") {
          const first = parent.keys.get(key);
          if (first !== undefined) throw keyGivenTwice(key, first, keyAt);
          parent.keys.set(key, keyAt);
        }
        pending = { key, keyAt };
      },
      onObjectEnd: end,
      onArrayBegin: (offset) => begin({ kind: "list", at: locate(offset), items: [] }),
      onArrayEnd: end,
      onLiteralValue: (value: ScalarNode["value"], offset, length) => {
        const at = locate(offset);
        if (typeof value === "number" && !Number.isFinite(value)) {
          throw notFinite(text.slice(offset, offset + length), at);
        }
        const node: ScalarNode = { kind: "scalar", at, value };
        ends.set(node, offset + length);
        add(node);
      },
      onError: (code, offset) => {
        const problem = printParseErrorCode(code);
        if (problem === "ValueExpected" && skipTrivia(text, 0, SLASH_COMMENTS) === text.length)
          throw emptyFile();
        throw new ConfigSyntaxError(sentenceFor(problem, text, offset), locate(offset));
      },
    },
    { allowTrailingComma: true },
  );
  if (root === undefined) throw emptyFile();
  return { root, ends };
}

const SENTENCES: Readonly<Record<string, string>> = {
  InvalidSymbol:
    "this is not JSON: texts and keys need double quotes, other words can only be true, false or null",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected: 'a key in double quotes is expected here, such as "name"',
  ValueExpected: "a value is expected here",
  ColonExpected: "a colon is expected here, between the key and its value",
  CommaExpected: "a comma is missing before this",
  CloseBraceExpected: "the map is not closed, a } is missing",
  CloseBracketExpected: "the list is not closed, a ] is missing",
  EndOfFileExpected: "nothing more is allowed after the value of the file",
  UnexpectedEndOfComment: "the comment that begins here is not closed",
  UnexpectedEndOfString: "the text that begins here is not closed, a double quote is missing",
  UnexpectedEndOfNumber: "the number ends too early",
  InvalidUnicode: "a \\u in a text must be followed by four hexadecimal digits",
  InvalidEscapeCharacter: 'a backslash in a text must be followed by one of " \\ / b f n r t u',
  InvalidCharacter:
    "a text cannot hold a raw line break, tab or other control character; write it as \\n or \\t",
};

function sentenceFor(problem: string, text: string, offset: number): string {
  const sentence = SENTENCES[problem] ?? "this is not JSON";
  return offset >= text.length && !sentence.includes("not closed")
    ? `the file ends too early: ${sentence}`
    : sentence;
}
