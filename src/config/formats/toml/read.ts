/**
 * Reads TOML into the located tree, from the syntax tree of `toml-eslint-parser`, which has checked already that no
 * table or key is defined twice.
 */
import { ParseError, parseTOML } from "toml-eslint-parser";
import type { AST } from "toml-eslint-parser";
import { ConfigSyntaxError, MAX_DEPTH } from "../format.ts";
import type { ConfigNode, ListNode, MapEntry, MapNode, Position } from "../node.ts";
import { locateIn } from "../position.ts";
import type { Locate } from "../position.ts";
import { notFinite, tooDeep } from "../problems.ts";
import { isDuplicate, keyDefinedTwice } from "./duplicate.ts";
import { checkLimits } from "./limits.ts";

export interface TomlText {
  /** Without entries for a text that holds none; here that is no error. */
  readonly root: MapNode;
  readonly statements: AST.TOMLTopLevelTable["body"];
}

/** Throws `ConfigSyntaxError` for what is not TOML. */
export function readToml(text: string): TomlText {
  const locate = locateIn(text);
  checkLimits(text, locate);
  const statements = parseStatements(text, locate);
  return { root: buildTree(statements, locate), statements };
}

/** The tree that the statements of a file describe. */
function buildTree(statements: TomlText["statements"], locate: Locate): MapNode {
  const root = openMap(locate(0));
  for (const statement of statements) {
    if (statement.type === "TOMLKeyValue") addEntry({ map: root, depth: 1 }, statement, locate);
    else {
      const table = enterTable(root, statement, locate);
      for (const entry of statement.body) addEntry(table, entry, locate);
    }
  }
  return root;
}

/** The name that a key stands for. */
export function keyName(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === "TOMLBare" ? key.name : key.value;
}

function parseStatements(text: string, locate: Locate): TomlText["statements"] {
  try {
    return parseTOML(text).body[0].body;
  } catch (cause) {
    if (!(cause instanceof ParseError)) {
      // The parser reports problems as ParseError; anything else is a defect that a hostile text has found.
      throw new ConfigSyntaxError("the file cannot be read as TOML", locate(0));
    }
    const at = locate(Math.min(cause.index, text.length));
    if (isDuplicate(cause)) throw keyDefinedTwice(text, at, (statements) => buildTree(statements, locate));
    throw new ConfigSyntaxError(sentenceFor(cause.message, at.offset >= text.length), at);
  }
}

interface OpenMap extends MapNode {
  readonly entries: MapEntry[];
  readonly values: Map<string, ConfigNode>;
}

interface OpenList extends ListNode {
  readonly items: OpenMap[];
}

/** A map and how deep it lies, the root being 1. */
interface Level {
  readonly map: OpenMap;
  readonly depth: number;
}

function enterTable(root: OpenMap, table: AST.TOMLTable, locate: Locate): Level {
  const keys = table.key.keys;
  const parent = enter({ map: root, depth: 1 }, keys.slice(0, -1), locate);
  const last = keys.slice(-1);
  if (table.kind === "standard") return enter(parent, last, locate);
  const name = last.map(keyName).join("");
  const at = locate(table.range[0]);
  let list = parent.map.values.get(name) as OpenList | undefined;
  if (list === undefined) {
    list = { kind: "list", at, items: [] };
    addValue(parent.map, { key: name, keyAt: locate(last[0]?.range[0] ?? 0), value: list });
  }
  const map = openMap(at);
  list.items.push(map);
  return deeper(map, parent.depth + 2);
}

/** Follows keys through tables, making those that are missing; a list stands for its last table. */
function enter(level: Level, keys: AST.TOMLKey["keys"], locate: Locate): Level {
  let { map, depth } = level;
  for (const key of keys) {
    const name = keyName(key);
    const keyAt = locate(key.range[0]);
    let next = map.values.get(name) as OpenMap | OpenList | undefined;
    if (next === undefined) {
      next = openMap(keyAt);
      addValue(map, { key: name, keyAt, value: next });
    }
    depth += next.kind === "list" ? 2 : 1;
    const last = next.kind === "list" ? next.items.at(-1) : next;
    ({ map, depth } = deeper(last ?? openMap(keyAt), depth));
  }
  return { map, depth };
}

function addEntry(level: Level, entry: AST.TOMLKeyValue, locate: Locate): void {
  const keys = entry.key.keys;
  const { map, depth } = enter(level, keys.slice(0, -1), locate);
  const last = keys.at(-1);
  if (last === undefined) return;
  const value = buildValue(entry.value, depth + 1, locate);
  addValue(map, { key: keyName(last), keyAt: locate(last.range[0]), value });
}

function buildValue(source: AST.TOMLContentNode, depth: number, locate: Locate): ConfigNode {
  const at = locate(source.range[0]);
  switch (source.type) {
    case "TOMLArray":
      if (depth > MAX_DEPTH) throw tooDeep(at);
      return { kind: "list", at, items: source.elements.map((item) => buildValue(item, depth + 1, locate)) };
    case "TOMLInlineTable": {
      const level = deeper(openMap(at), depth);
      for (const entry of source.body) addEntry(level, entry, locate);
      return level.map;
    }
    case "TOMLValue":
      return { kind: "scalar", at, value: scalarValue(source, at) };
  }
}

function scalarValue(source: AST.TOMLValue, at: Position): string | number | boolean {
  if ("datetime" in source) return source.datetime;
  if (source.kind === "float" || source.kind === "integer") {
    if (!Number.isFinite(source.value)) throw notFinite(source.number, at);
  }
  return source.value;
}

function openMap(at: Position): OpenMap {
  return { kind: "map", at, entries: [], values: new Map() };
}

function addValue(map: OpenMap, entry: MapEntry): void {
  map.entries.push(entry);
  map.values.set(entry.key, entry.value);
}

function deeper(map: OpenMap, depth: number): Level {
  if (depth > MAX_DEPTH) throw tooDeep(map.at);
  return { map, depth };
}

const SENTENCES: Readonly<Record<string, string>> = {
  "Unterminated string constant": "the text is not closed, a quote is missing",
  "Unterminated table-key": "the header of the table is not closed, a ] is missing",
  "Unterminated array": "the list is not closed, a ] is missing",
  "Unterminated inline table": "the map is not closed, a } is missing",
  "Empty bare keys are not allowed": "a name is missing between the brackets",
  "Must be a newline": "a new line is expected here",
  "Expected equal (=) token": "an equals sign is expected here, between the key and its value",
  "Unspecified values are invalid": "a value is expected here",
  "Expected comma (,) token": "a comma is missing before this",
  "Unexpected token": "this is not expected here",
  "Unexpected character": "this character is not expected here; text values need quotes",
};

function sentenceFor(message: string, isAtEnd: boolean): string {
  const sentence = SENTENCES[message] ?? message.charAt(0).toLowerCase() + message.slice(1);
  return isAtEnd && !sentence.includes("not closed") ? `the file ends too early: ${sentence}` : sentence;
}
