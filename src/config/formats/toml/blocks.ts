/**
 * Where the parts of a TOML file stand: the root and each header open a block of lines; each line with an equals sign
 * is an entry of one. A map can be a block, follow from the headers below it or from dotted keys, or stand in braces.
 */
import type { AST } from "toml-eslint-parser";
import { nextLine } from "../editing/splice.ts";
import type { Range } from "../editing/splice.ts";
import type { ConfigPath } from "../node.ts";
import { keyName } from "./read.ts";
import type { TomlText } from "./read.ts";

/** A header with the entries below it, or the entries before the first header. */
export interface Block extends Range {
  readonly path: ConfigPath;
  readonly entries: readonly Entry[];
  /** After the header; the begin of the file for the root. */
  readonly headerEnd: number;
  readonly isRoot: boolean;
}

/** One line with an equals sign, or more when its value spans lines. Its end is the begin of the next line. */
export interface Entry extends Range {
  readonly path: ConfigPath;
  /** How many steps of the path come from its block. */
  readonly blockDepth: number;
  readonly value: AST.TOMLContentNode;
}

/** The blocks of a file; the first is the root. */
export function blocksOf(text: string, statements: TomlText["statements"]): [Block, ...Block[]] {
  const entryOf = (source: AST.TOMLKeyValue, path: ConfigPath): Entry => ({
    start: source.range[0],
    end: nextLine(text, source.range[1]),
    path: [...path, ...source.key.keys.map(keyName)],
    blockDepth: path.length,
    value: source.value,
  });
  const first = statements.filter((statement) => statement.type === "TOMLKeyValue");
  const entries = first.map((source) => entryOf(source, []));
  const root = { start: 0, end: entries.at(-1)?.end ?? 0, path: [], entries, headerEnd: 0, isRoot: true };
  const tables = statements.filter((statement) => statement.type === "TOMLTable");
  const blocks = tables.map((table) => ({
    start: table.range[0],
    end: nextLine(text, table.range[1]),
    path: table.resolvedKey,
    entries: table.body.map((source) => entryOf(source, table.resolvedKey)),
    headerEnd: nextLine(text, table.key.range[1]),
    isRoot: false,
  }));
  return [root, ...blocks];
}

/** Whether a path leads to this one or beyond it. */
export function isWithin(path: ConfigPath, outer: ConfigPath): boolean {
  return path.length >= outer.length && outer.every((step, index) => path[index] === step);
}

/** A value in braces or brackets, and the braces or brackets that hold it. */
export interface InlinePlace {
  readonly value: AST.TOMLContentNode;
  readonly holder: AST.TOMLInlineTable | AST.TOMLArray | undefined;
  readonly index: number;
  /** Steps that remain: a map that exists only in the dotted keys of the value. */
  readonly prefix: ConfigPath;
}

/** What stands at this path inside a value. */
export function inlineAt(value: AST.TOMLContentNode, path: ConfigPath): InlinePlace | undefined {
  let place: InlinePlace = { value, holder: undefined, index: -1, prefix: [] };
  let rest = path;
  while (rest.length > 0) {
    const holder = place.value;
    const [step] = rest;
    if (holder.type === "TOMLArray") {
      const item = typeof step === "number" ? holder.elements[step] : undefined;
      if (item === undefined || typeof step !== "number") return undefined;
      place = { value: item, holder, index: step, prefix: [] };
      rest = rest.slice(1);
      continue;
    }
    if (holder.type !== "TOMLInlineTable") return undefined;
    const keys = holder.body.map((entry) => entry.key.keys.map(keyName));
    const steps = rest;
    const index = keys.findIndex((key) => isWithin(steps, key));
    const entry = holder.body[index];
    if (entry === undefined) {
      return keys.some((key) => isWithin(key, steps)) ? { ...place, prefix: rest } : undefined;
    }
    place = { value: entry.value, holder, index, prefix: [] };
    rest = rest.slice(keys[index]?.length ?? 1);
  }
  return place;
}
