/** A type as TypeScript, on one line or with doc comments on several. Writes whatever it is given; see fit-type.ts for limits. */
import { docLines, oneLine, writeComment } from "../doc-text.ts";
import { keepNeeded } from "./keep-needed.ts";
import type { ObjectNode, PropertyNode, TypeNode, UnionNode } from "./type-node.ts";
import { writeKey, writeLiteral } from "./write-literal.ts";

export interface TypeStyle {
  /** How deep objects may stand in objects; what is deeper is `object`. */
  readonly depth: number;
  /** How many properties of each object are written. */
  readonly maxProperties: number;
  /** How many characters the alternatives of a union may take before the rest of them is left out. */
  readonly maxUnionChars: number;
  /** Whether it is said that an object may have more properties than those that are written. */
  readonly showsOpen: boolean;
  /** `= 10` as people write it, or as a comment, because TypeScript knows no defaults in types. */
  readonly defaults: "sign" | "comment";
  /** The word for an object of which nothing is known. */
  readonly object: "object" | "Record<string, unknown>";
  /** The name of the type of handles, where one is declared; else they are written out. */
  readonly handle?: string;
  /** Descriptions as doc comments, each property on a line of its own, indented by this much and more. */
  readonly docs: { readonly indent: string; readonly maxChars: number } | undefined;
}

export const HANDLE_TYPE = "{ handle: string, mimeType?: string, bytes: number }";

export function writeType(node: TypeNode, style: TypeStyle): string {
  switch (node.kind) {
    case "word":
      if (node.word === "handle") return style.handle ?? HANDLE_TYPE;
      return node.word === "object" ? style.object : node.word;
    case "literal":
      return writeLiteral(node.value);
    case "array":
      return `${writeInner(node.items, style)}[]`;
    case "tuple": {
      const rest = node.rest === undefined ? [] : [`...${writeInner(node.rest, style)}[]`];
      return `[${[...node.items.map((item) => writeType(item, style)), ...rest].join(", ")}]`;
    }
    case "record":
      return style.depth <= 0 ? style.object : `Record<string, ${writeType(node.values, deeper(style))}>`;
    case "object":
      return writeObject(node, style);
    case "union":
      return writeUnion(node, style);
    case "intersection":
      return node.members.map((member) => writeInner(member, style)).join(" & ");
  }
}

/** In parentheses where the type would otherwise be read as part of what surrounds it. */
function writeInner(node: TypeNode, style: TypeStyle): string {
  const text = writeType(node, style);
  return node.kind === "union" || node.kind === "intersection" ? `(${text})` : text;
}

function writeUnion(node: UnionNode, style: TypeStyle): string {
  const { members, more } = node;
  let texts = members.map((member) => writeInner(member, style));
  // Long members are shortened before any is left out. Those that are shortened already are not written twice again.
  if (style.depth > 0 && lengthOf(texts) > style.maxUnionChars)
    texts = members.map((member, index) =>
      member.kind === "literal" ? (texts[index] ?? "") : writeInner(member, { ...style, depth: 0 }),
    );
  const written = new Set<string>();
  let shown = 0;
  let chars = 0;
  for (const text of texts) {
    chars += written.has(text) ? 0 : text.length + SEPARATOR.length;
    if (chars > style.maxUnionChars && shown > 0) break;
    written.add(text);
    shown += 1;
  }
  const left = more + members.length - shown;
  if (left > 0) for (const text of widest(members)) written.add(text);
  return `${[...written].join(SEPARATOR)}${left > 0 ? ` /* ${left} more */` : ""}`;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + SEPARATOR.length, 0);
}

const SEPARATOR = " | ";

/** The words that hold all members, so that what is left out is still allowed. */
function widest(members: readonly TypeNode[]): readonly string[] {
  const isNull = (member: TypeNode) => member.kind === "word" && member.word === "null";
  const kinds = new Set(
    members
      .filter((member) => !isNull(member))
      .map((member) => (member.kind === "literal" ? typeof member.value : "unknown")),
  );
  const words = kinds.size === 1 ? [...kinds] : ["unknown"];
  return members.some(isNull) ? [...words, "null"] : words;
}

function writeObject(node: ObjectNode, style: TypeStyle): string {
  if (style.depth <= 0) return style.object;
  const shown = keepNeeded(node.properties, {
    max: style.maxProperties,
    isNeeded: ({ isOptional }) => !isOptional,
  });
  const left = node.more + node.properties.length - shown.length;
  const { docs } = style;
  const inner = deeper(
    docs === undefined ? style : { ...style, docs: { ...docs, indent: `${docs.indent}  ` } },
  );
  const members = shown.map((property) => writeProperty(property, inner));
  if ((node.isOpen && style.showsOpen) || left > 0)
    members.push(`[key: string]: unknown${left > 0 ? ` /* ${left} more */` : ""}`);
  if (members.length === 0) return "{}";
  const comments = shown.map((property) => commentOn(property, inner));
  const isTall =
    comments.some((comment) => comment !== undefined) || members.some((text) => text.includes("\n"));
  if (docs === undefined || !isTall) return `{ ${members.join(", ")} }`;
  const lines = members.map((member, index) => {
    const comment = comments[index];
    return `${comment === undefined ? "" : `${comment}\n`}${docs.indent}  ${member},`;
  });
  return `{\n${lines.join("\n")}\n${docs.indent}}`;
}

function writeProperty({ name, type, isOptional, initial }: PropertyNode, style: TypeStyle): string {
  const sign =
    initial === undefined ? "" : style.defaults === "sign" ? ` = ${initial}` : ` /* = ${initial} */`;
  return `${writeKey(name)}${isOptional ? "?" : ""}: ${writeType(type, style)}${sign}`;
}

function commentOn({ description, notes }: PropertyNode, { docs }: TypeStyle): string | undefined {
  if (docs === undefined) return undefined;
  const lines = description === undefined ? [] : docLines(description, docs.maxChars);
  if (notes.length > 0) {
    const said = oneLine(notes.join("; "), MAX_NOTES_CHARS);
    lines.push(lines.length === 0 ? said : `${lines.pop() ?? ""} (${said})`);
  }
  return writeComment(lines, docs.indent);
}

const MAX_NOTES_CHARS = 240;

function deeper(style: TypeStyle): TypeStyle {
  return { ...style, depth: style.depth - 1 };
}
