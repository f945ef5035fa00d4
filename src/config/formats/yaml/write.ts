/**
 * Writes values as YAML. Text stays without quotes only where no reader, of YAML 1.1 or 1.2, in block or flow style,
 * could take it for anything else; everything else is double-quoted, which can hold any text.
 */
import { checkValue, isList } from "../editing/check-value.ts";
import { EditRefused } from "../format.ts";
import type { ConfigValue } from "../node.ts";
import { quoted } from "../problems.ts";

/** YAML limits keys on the line of their value to 1024 characters. */
const MAX_KEY = 1000;

export interface YamlStyle {
  /** What a map inside a map is indented by. */
  readonly unit: string;
  /** What a list inside a map is indented by; may be nothing. */
  readonly listUnit: string;
}

export const DEFAULT_STYLE: YamlStyle = { unit: "  ", listUnit: "  " };

/** A new file that holds this value. */
export function stringifyYaml(value: ConfigValue): string {
  checkValue(value);
  return isFilled(value) ? `${blockLines(value, "", DEFAULT_STYLE).join("\n")}\n` : `${flowText(value)}\n`;
}

/** Whether a value is a map or list with something in it, and so can be written in block style. */
export function isFilled(value: ConfigValue): value is Exclude<ConfigValue, string | number | boolean> {
  return typeof value === "object" && Object.keys(value).length > 0;
}

/** The entries of a map or items of a list, one per line or more, with their indentation. */
export function blockLines(
  value: Exclude<ConfigValue, string | number | boolean>,
  indent: string,
  style: YamlStyle,
): string[] {
  if (isList(value)) return value.flatMap((item) => itemLines(item, indent, style));
  return Object.entries(value).flatMap(([key, item]) => entryLines(key, item, { indent, style }));
}

/** One item of a block list. */
export function itemLines(value: ConfigValue, indent: string, style: YamlStyle): string[] {
  if (!isFilled(value)) return [`${indent}- ${flowText(value)}`];
  const [first = "", ...rest] = blockLines(value, `${indent}  `, style);
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
}

/** One entry of a block map. */
export function entryLines(
  key: string,
  value: ConfigValue,
  { indent, style }: { readonly indent: string; readonly style: YamlStyle },
): string[] {
  if (!isFilled(value)) return [`${indent}${keyName(key)}: ${flowText(value)}`];
  const inner = indent + (isList(value) ? style.listUnit : style.unit);
  return [`${indent}${keyName(key)}:`, ...blockLines(value, inner, style)];
}

/** A value on one line. */
export function flowText(value: ConfigValue): string {
  if (typeof value === "string") return scalarText(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return String(value);
  if (isList(value)) return `[${value.map(flowText).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => flowEntry(key, item));
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A key and its value on one line. */
export function flowEntry(key: string, value: ConfigValue): string {
  return `${keyName(key)}: ${flowText(value)}`;
}

function keyName(key: string): string {
  const name = key.includes(":") ? doubleQuoted(key) : scalarText(key);
  if (name.length > MAX_KEY) throw new EditRefused(`the key ${quoted(key)} is too long for YAML`);
  return name;
}

function numberText(value: number): string {
  // Number("-0") is written without its sign; 1e21 needs a point for readers of YAML 1.1.
  const text = String(value === 0 ? 0 : value);
  return /^-?\d+e/.test(text) ? text.replace("e", ".0e") : text;
}

// Letters first, so that nothing looks like a number, a date or an indicator; a colon only within a word.
const PLAIN =
  /^(?:--?(?=\p{L})|\.{0,2}\/|\$)?[\p{L}_/](?:[\p{L}\p{N}_./@+=$%~-]|:(?=[\p{L}\p{N}_/])| (?=[\p{L}\p{N}_/]))*$/u;
const RESERVED = /^(?:y|yes|n|no|on|off|true|false|null|none|nan|inf)$/i;

function scalarText(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) && text.normalize("NFC") === text
    ? text
    : doubleQuoted(text);
}

/** JSON's escapes are YAML's too; what YAML calls unprintable is escaped in addition. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    // eslint-disable-next-line no-control-regex
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
