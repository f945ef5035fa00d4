/**
 * A type as a small tree, between JSON Schema or a learned shape on one side and TypeScript text on the other. Plain data of
 * bounded size: whoever makes one keeps to the limits, whoever writes one may follow it without fear.
 */

export type TypeNode =
  | { readonly kind: "word"; readonly word: TypeWord }
  | { readonly kind: "literal"; readonly value: Literal }
  | { readonly kind: "array"; readonly items: TypeNode }
  | { readonly kind: "tuple"; readonly items: readonly TypeNode[]; readonly rest: TypeNode | undefined }
  | { readonly kind: "record"; readonly values: TypeNode }
  | ObjectNode
  | UnionNode
  | { readonly kind: "intersection"; readonly members: readonly TypeNode[] };

/** `handle` is what a program has in the place of binary content. */
export type TypeWord = "string" | "number" | "boolean" | "null" | "object" | "unknown" | "never" | "handle";

export type Literal = string | number | boolean | null;

export interface ObjectNode {
  readonly kind: "object";
  readonly properties: readonly PropertyNode[];
  /** How many more properties there are, which were not read. */
  readonly more: number;
  /** Names that are not listed are allowed on purpose. */
  readonly isOpen: boolean;
}

export interface UnionNode {
  readonly kind: "union";
  readonly members: readonly TypeNode[];
  /** How many more members there are, which were not read. */
  readonly more: number;
}

export interface PropertyNode {
  readonly name: string;
  readonly type: TypeNode;
  readonly isOptional: boolean;
  /** The default as it is written in code; undefined when there is none, or when it is too long to show. */
  readonly initial: string | undefined;
  /** As the server wrote it: untrusted, and made safe by whoever writes it. */
  readonly description: string | undefined;
  /** What the type cannot say: `1–20`, `format: uri`. Untrusted too. */
  readonly notes: readonly string[];
}

export const UNKNOWN: TypeNode = word("unknown");
export const NULL: TypeNode = word("null");
export const OBJECT: TypeNode = word("object");
export const HANDLE: TypeNode = word("handle");

export function word(name: TypeWord): TypeNode {
  return { kind: "word", word: name };
}

export function isUnknown(node: TypeNode): boolean {
  return node.kind === "word" && node.word === "unknown";
}
