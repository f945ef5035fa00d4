/** Types as doc comments write them, read as the TypeScript that they mean. */
import { parse } from "@babel/parser";
import type { TSType } from "@babel/types";
import type { DocField } from "../source/doc-comment.ts";

const MAX_CHARS = 10_000;

/** Undefined where the text is no type. */
export function readDocType(text: string): TSType | undefined {
  if (text.length > MAX_CHARS) return undefined;
  return parseType(toTypeScript(text));
}

function parseType(text: string): TSType | undefined {
  try {
    const { program } = parse(`type T = ${text};`, { plugins: ["typescript"] });
    const [statement, ...others] = program.body;
    const isOne = others.length === 0 && statement?.type === "TSTypeAliasDeclaration";
    return isOne ? statement.typeAnnotation : undefined;
  } catch {
    return undefined; // whoever asked says that the type cannot be understood
  }
}

/** The older ways to write a type: `?T`, `!T`, `*`, `...T`, `Array.<T>`, `Object.<K, V>`. */
function toTypeScript(text: string): string {
  const plain = text
    .trim()
    .replace(/^\.\.\.(.+)$/s, "($1)[]")
    .replaceAll(/\b(Array|Object|Promise)\.</g, "$1<")
    .replaceAll(/\b[Oo]bject</g, "Record<");
  if (plain === "*" || plain === "?" || plain === "") return "unknown";
  const isNullable = plain.startsWith("?") || plain.endsWith("?");
  const bare = plain.replace(/^[?!]|[?!]$/g, "");
  return isNullable ? `(${bare}) | null` : bare;
}

/** The members that `@property` tags, or `@param` tags with dots, describe, as one object type. */
export function readDocFields(fields: readonly DocField[]): TSType | undefined {
  return parseType(writeFields(fields));
}

function writeFields(fields: readonly DocField[]): string {
  const groups = Map.groupBy(fields, ({ name }) => name.split(".")[0] ?? name);
  const members = [...groups].map(([name, all]) => {
    const own = all.find((field) => field.name === name);
    const inner = all.filter((field) => field !== own).map((field) => withoutFirst(field, name));
    const written = inner.length > 0 ? writeFields(inner) : toTypeScript(own?.type ?? "*");
    // One that is no type must not take its neighbours with it.
    const type = parseType(written) === undefined ? `NotAType<${JSON.stringify(own?.type ?? "")}>` : written;
    const comment = (own?.description ?? "").replaceAll("*/", "* /");
    return `/** ${comment} */ ${JSON.stringify(name)}${own?.isOptional === true ? "?" : ""}: ${type};`;
  });
  return `{ ${members.join("\n")} }`;
}

function withoutFirst(field: DocField, first: string): DocField {
  return { ...field, name: field.name.slice(first.length + 1) };
}
