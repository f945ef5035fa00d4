/**
 * The syntax tree of YAML as the located tree. Aliases share the nodes they point to, so that a small file cannot
 * grow in memory; their expanded size and depth are counted and limited for those who walk the tree.
 */
import { isAlias, isMap, isScalar } from "yaml";
import type { Alias, Pair, ParsedNode, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { ConfigSyntaxError, MAX_DEPTH } from "../format.ts";
import type { ConfigNode, MapEntry, Position } from "../node.ts";
import { locateIn } from "../position.ts";
import type { Locate } from "../position.ts";
import { keyGivenTwice, notFinite, quoted, tooDeep } from "../problems.ts";
import { composeYaml } from "./compose.ts";

const MAX_NODES = 100_000;

export interface YamlText {
  readonly root: ConfigNode;
  readonly contents: ParsedNode;
}

export type YamlPair = Pair<ParsedNode, ParsedNode | null>;

/** Throws `ConfigSyntaxError` for what is not one document of plain data. */
export function readYaml(text: string): YamlText {
  const locate = locateIn(text);
  const contents = composeYaml(text, locate);
  const reader: Reader = { text, locate, anchors: new Map() };
  return { root: build(reader, contents, 1).node, contents };
}

/** The key of a pair as text, or undefined for a key that is no text, number or boolean. */
export function keyText({ key }: YamlPair): string | undefined {
  if (!isScalar(key) || key.value === null) return undefined;
  return typeof key.value === "string" ? key.value : key.source;
}

/** Whether a pair merges other maps into its own; a quoted "<<" is a key like any other. */
export function isMerge({ key }: YamlPair): boolean {
  return isScalar(key) && key.type === "PLAIN" && key.value === "<<" && key.tag === undefined;
}

interface Reader {
  readonly text: string;
  readonly locate: Locate;
  /** What each anchor names so far; undefined while the node itself is being built. */
  readonly anchors: Map<string, Built | undefined>;
}

/** A node with the number of nodes in it and its height, both with all aliases expanded. */
interface Built {
  readonly node: ConfigNode;
  readonly size: number;
  readonly height: number;
}

function build(reader: Reader, source: ParsedNode, depth: number): Built {
  const at = reader.locate(source.range[0]);
  if (isAlias(source)) return checked(follow(reader, source, at), depth, at);
  refuseTag(source, at);
  const { anchor } = source;
  if (anchor !== undefined) reader.anchors.set(anchor, undefined);
  const built = checked(buildContent(reader, source, depth), depth, at);
  if (anchor !== undefined) reader.anchors.set(anchor, built);
  return built;
}

function buildContent(reader: Reader, source: Exclude<ParsedNode, Alias.Parsed>, depth: number): Built {
  if (isMap(source)) return buildMap(reader, source, depth);
  return isScalar(source) ? buildScalar(reader, source) : buildList(reader, source, depth);
}

function checked(built: Built, depth: number, at: Position): Built {
  if (depth + built.height - 1 > MAX_DEPTH) throw tooDeep(at);
  if (built.size > MAX_NODES) {
    throw new ConfigSyntaxError(`with all aliases resolved there are more than ${MAX_NODES} values here`, at);
  }
  return built;
}

function follow({ anchors }: Reader, { source: name }: Alias, at: Position): Built {
  const target = anchors.get(name);
  if (target !== undefined) return target;
  const problem = anchors.has(name) ? "stands inside the value it refers to" : "refers to no anchor above it";
  throw new ConfigSyntaxError(`the alias ${quoted(`*${name}`)} ${problem}`, at);
}

function buildScalar({ locate, text }: Reader, source: Scalar.Parsed): Built {
  const at = locate(source.range[0]);
  const value: unknown = source.value;
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw notFinite(text.slice(source.range[0], source.range[1]), at);
  }
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  if (!isPlain && value !== null) throw new ConfigSyntaxError("this kind of value is not supported", at);
  return { node: { kind: "scalar", at, value }, size: 1, height: 0 };
}

function buildList(reader: Reader, source: YAMLSeq.Parsed, depth: number): Built {
  const items = source.items.map((item) => build(reader, item, depth + 1));
  const at = reader.locate(source.range[0]);
  return { node: { kind: "list", at, items: items.map(({ node }) => node) }, ...measured(items) };
}

function buildMap(reader: Reader, source: YAMLMap.Parsed, depth: number): Built {
  const entries = new Map<string, MapEntry>();
  const parts: Built[] = [];
  const merged: MapEntry[] = [];
  let mergeAt: Position | undefined;
  for (const pair of source.items as YamlPair[]) {
    const keyAt = reader.locate(pair.key.range[0]);
    const key = keyText(pair);
    if (key === undefined) throw new ConfigSyntaxError("a key must be a text; put it in quotes", keyAt);
    refuseTag(pair.key, keyAt);
    const value = pair.value === null ? nothing(keyAt) : build(reader, pair.value, depth + 1);
    parts.push(value);
    if (isMerge(pair)) {
      if (mergeAt !== undefined) throw keyGivenTwice(key, mergeAt, keyAt);
      mergeAt = keyAt;
      for (const entry of mergedEntries(value.node, keyAt)) merged.push(entry);
      continue;
    }
    const first = entries.get(key);
    if (first !== undefined) throw keyGivenTwice(key, first.keyAt, keyAt);
    if (isScalar(pair.key) && pair.key.anchor !== undefined) {
      reader.anchors.set(pair.key.anchor, buildScalar(reader, pair.key));
    }
    entries.set(key, { key, keyAt, value: value.node });
  }
  // The map's own keys win over merged ones, and earlier maps over later ones.
  for (const entry of merged) if (!entries.has(entry.key)) entries.set(entry.key, entry);
  const at = reader.locate(source.range[0]);
  return { node: { kind: "map", at, entries: [...entries.values()] }, ...measured(parts) };
}

function mergedEntries(node: ConfigNode, at: Position): MapEntry[] {
  const maps = node.kind === "list" ? node.items : [node];
  return maps.flatMap((map) => {
    if (map.kind !== "map")
      throw new ConfigSyntaxError('"<<" must be followed by a map or a list of maps', at);
    return map.entries;
  });
}

function measured(parts: readonly Built[]): Omit<Built, "node"> {
  let size = 1;
  let height = 0;
  for (const part of parts) {
    size += part.size;
    height = Math.max(height, part.height);
  }
  return { size, height: height + 1 };
}

function nothing(at: Position): Built {
  return { node: { kind: "scalar", at, value: null }, size: 1, height: 0 };
}

const KNOWN_TAG = /^(?:!|tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq))$/;

function refuseTag({ tag }: { readonly tag?: string | undefined }, at: Position): void {
  if (tag === undefined || KNOWN_TAG.test(tag)) return;
  throw new ConfigSyntaxError(
    `the tag ${quoted(tag)} is not supported; a configuration holds plain data`,
    at,
  );
}
