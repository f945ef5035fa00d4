/**
 * A type within a number of characters: as deep as it fits, then with fewer properties, then only the word for what it is.
 * The limit holds for every type; what is left out is said in the text.
 */
import type { TypeNode } from "./type-node.ts";
import { writeType, type TypeStyle } from "./write-type.ts";

export interface Fit extends Omit<TypeStyle, "maxProperties"> {
  readonly maxChars: number;
}

export function fitType(node: TypeNode, { maxChars, ...style }: Fit): string {
  const write = (depth: number, maxProperties: number, docs = style.docs) =>
    writeType(node, { ...style, depth, maxProperties, docs });
  for (let depth = style.depth; depth >= 1; depth--) {
    const text = write(depth, MOST_PROPERTIES);
    if (text.length <= maxChars) return text;
  }
  // A flat list of names says more than a few names with long comments.
  for (let count = MOST_PROPERTIES; count >= 1; count = Math.floor(count / 2)) {
    const text = write(1, count, undefined);
    if (text.length <= maxChars) return text;
  }
  const rough = write(0, 0, undefined);
  return rough.length <= maxChars ? rough : "unknown";
}

/** More are never read. */
const MOST_PROPERTIES = 1000;
