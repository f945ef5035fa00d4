/** Doc comments as data: what a thing is for, and what the tags say of its parameters, result and types. */
import type { Node } from "@babel/types";

export interface DocComment {
  /** The text before the first tag. */
  readonly description: string;
  readonly parameters: readonly DocField[];
  readonly returns: DocResult | undefined;
  readonly typedefs: readonly DocTypedef[];
}

/** What `@param` or `@property` says. */
export interface DocField {
  /** `options.city` for a member of a parameter. */
  readonly name: string;
  readonly type: string | undefined;
  readonly isOptional: boolean;
  readonly description: string;
}

export interface DocResult {
  readonly type: string | undefined;
  readonly description: string;
}

export interface DocTypedef {
  readonly name: string;
  readonly type: string | undefined;
  readonly fields: readonly DocField[];
}

const NOTHING: DocComment = { description: "", parameters: [], returns: undefined, typedefs: [] };

/** The doc comment right before a node. */
export function docsOf({ leadingComments }: Node): DocComment {
  const comment = leadingComments?.findLast(({ type, value }) => type === "CommentBlock" && isDoc(value));
  return comment === undefined ? NOTHING : readDocComment(comment.value);
}

export function isUndocumented({ description, parameters, returns }: DocComment): boolean {
  return description === "" && parameters.length === 0 && returns === undefined;
}

/** Whether the text between the marks of a block comment is meant as documentation. */
export function isDoc(value: string): boolean {
  return value.startsWith("*");
}

/** `value` is the text between the marks of the comment. */
export function readDocComment(value: string): DocComment {
  const lines = value.slice(1).split(/\r?\n/);
  const text = lines.map((line) => line.replace(/^\s*\*? ?/, "").trimEnd()).join("\n");
  // A tag stands at the beginning of a line; an @ elsewhere is text.
  const [description = "", ...tags] = `\n${text}`.split(/\n\s*(?=@[a-zA-Z])/);
  const parameters: DocField[] = [];
  const typedefs: { name: string; type: string | undefined; fields: DocField[] }[] = [];
  let returns: DocResult | undefined;
  for (const tag of tags) {
    const [, name = "", rest = ""] = /^@([a-zA-Z]+)\s*([\s\S]*)$/.exec(tag) ?? [];
    if (PARAMETER.has(name)) parameters.push(...readField(rest));
    if (PROPERTY.has(name)) typedefs.at(-1)?.fields.push(...readField(rest));
    if (RETURNS.has(name)) returns = readTyped(rest);
    if (name === "typedef") typedefs.push(...readTypedef(rest));
  }
  return { description: description.trim(), parameters, returns, typedefs };
}

const PARAMETER: ReadonlySet<string> = new Set(["param", "arg", "argument"]);
const PROPERTY: ReadonlySet<string> = new Set(["property", "prop"]);
const RETURNS: ReadonlySet<string> = new Set(["returns", "return"]);

/** `{type} [name=default] - description`. */
function readField(text: string): DocField[] {
  const { type, description: rest } = readTyped(text);
  const [, optional, plain, description = ""] =
    /^(?:\[\s*([\w$.]+)[^\]]*\]|([\w$.]+))\s*(?:[-–—]\s*)?([\s\S]*)$/.exec(rest) ?? [];
  const name = optional ?? plain;
  if (name === undefined) return [];
  const isOptional = optional !== undefined || type?.endsWith("=") === true;
  return [{ name, type: type?.replace(/=$/, ""), isOptional, description: description.trim() }];
}

function readTypedef(text: string): { name: string; type: string | undefined; fields: DocField[] }[] {
  const { type, description } = readTyped(text);
  const [name] = /^[\w$]+/.exec(description) ?? [];
  return name === undefined ? [] : [{ name, type, fields: [] }];
}

/** The type in braces, which may hold braces of its own, and the text after it. */
function readTyped(text: string): DocResult {
  if (!text.startsWith("{")) return { type: undefined, description: text.trim() };
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "{") depth += 1;
    if (text[index] === "}") depth -= 1;
    if (depth === 0) return { type: text.slice(1, index).trim(), description: text.slice(index + 1).trim() };
  }
  return { type: undefined, description: text.trim() };
}
