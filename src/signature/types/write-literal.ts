/**
 * Values and names as they are written in code. Whatever a server put into them, what comes out is one line of printable
 * text that ends no string and no comment before its end.
 */
import type { Literal } from "./type-node.ts";

export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** ASCII only: of letters that look alike, a quoted name at least shows where it begins and ends. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A property's name, in quotes where it is no identifier. */
export function writeKey(name: string): string {
  return isIdentifier(name) ? name : writeString(name);
}

export function writeLiteral(value: Literal): string {
  return typeof value === "string" ? writeString(value) : String(value);
}

export function writeString(value: string): string {
  const quoted = JSON.stringify(value).replaceAll("*/", String.raw`*\/`);
  if (!NOT_PRINTABLE_ASCII.test(quoted)) return quoted;
  invisible ??= /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
  return quoted.replace(invisible, escapeUnits);
}

const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/;

/** Built at the first text that needs it: the Unicode classes are dear. */
let invisible: RegExp | undefined;

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}

const MAX_DEFAULT_CHARS = 48;

/** A default as code, or undefined where it is too long to be worth its place. Null says only that there is none. */
export function writeDefault(value: unknown): string | undefined {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return isShort(value) ? shortOnly(writeLiteral(value)) : undefined;
  // Only what is short by its length is looked at: a default may be as large as a server likes.
  if (!Array.isArray(value) || value.length > MAX_DEFAULT_ITEMS || !value.every(isShort)) return undefined;
  return shortOnly(`[${value.map((item) => writeLiteral(item)).join(", ")}]`);
}

const MAX_DEFAULT_ITEMS = 8;

function isShort(value: unknown): value is Literal {
  if (typeof value === "string") return value.length <= MAX_DEFAULT_CHARS;
  return (typeof value === "number" && Number.isFinite(value)) || typeof value === "boolean";
}

function shortOnly(text: string): string | undefined {
  return text.length > MAX_DEFAULT_CHARS + 2 ? undefined : text;
}
