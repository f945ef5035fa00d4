/**
 * Says where a key that is defined twice was defined first. The parser only knows the second place, so the text is
 * parsed again with that key renamed: its namesake then stands beside it in the tree.
 */
import { parseTOML } from "toml-eslint-parser";
import type { AST, ParseError } from "toml-eslint-parser";
import type { ConfigSyntaxError } from "../format.ts";
import type { ConfigNode, MapNode, Position } from "../node.ts";
import { keyGivenTwice } from "../problems.ts";

const STAND_IN = "\u0001 second";
const KEY = /"(?:[^\\"\n]|\\.)*"|'[^'\n]*'|[\w-]+/y;

/** Whether the parser complains about a key or table that is defined twice. */
export function isDuplicate(error: ParseError): boolean {
  return error.message.startsWith("Defining a key multiple times");
}

/** The error for the second definition at this position. */
export function keyDefinedTwice(
  text: string,
  at: Position,
  build: (statements: AST.TOMLTopLevelTable["body"]) => MapNode,
): ConfigSyntaxError {
  KEY.lastIndex = at.offset;
  const written = KEY.exec(text)?.[0] ?? "";
  const rest = text.slice(at.offset + written.length);
  try {
    const [{ body }] = parseTOML(`${text.slice(0, at.offset)}"\\u0001 second"${rest}`).body;
    const namesake = besideStandIn(build(body), nameOf(written));
    return keyGivenTwice(nameOf(written), namesake, at);
  } catch (cause) {
    // Another key is defined twice as well, or the tree is too deep: the second place has to do.
    if (!(cause instanceof Error)) throw cause;
    return keyGivenTwice(nameOf(written), undefined, at);
  }
}

function nameOf(written: string): string {
  if (!/^["']/.test(written)) return written;
  const entry = parseTOML(`${written} = 1`).body[0].body[0];
  const key = entry?.key.keys[0];
  return key?.type === "TOMLQuoted" ? key.value : written;
}

function besideStandIn(node: ConfigNode, name: string): Position | undefined {
  if (node.kind === "scalar") return undefined;
  if (node.kind === "map" && node.entries.some((entry) => entry.key === STAND_IN)) {
    return node.entries.find((entry) => entry.key === name)?.keyAt;
  }
  const inner = node.kind === "list" ? node.items : node.entries.map((entry) => entry.value);
  for (const value of inner) {
    const found = besideStandIn(value, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
