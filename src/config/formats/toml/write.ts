/** Writes values as TOML: a header for each nested map, one line for everything else. */
import { checkValue, isList, isMap } from "../editing/check-value.ts";
import { EditRefused } from "../format.ts";
import type { ConfigPath, ConfigValue } from "../node.ts";
import { quoted } from "../problems.ts";

export type TomlMap = Extract<ConfigValue, { readonly [key: string]: ConfigValue }>;

/** A new file that holds this value. */
export function stringifyToml(value: ConfigValue): string {
  checkValue(value);
  if (!isMap(value)) throw new EditRefused("a TOML file must hold a map");
  const lines = bodyLines(value, []);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** Whether a value has headers of its own: a filled map, or a list of maps. */
export function needsHeaders(value: ConfigValue): value is TomlMap | readonly TomlMap[] {
  if (isList(value)) return value.length > 0 && value.every((item) => isMap(item));
  return isMap(value) && Object.keys(value).length > 0;
}

/** The lines of a table or of a list of tables, with their headers. Indexes in the path do not appear in headers. */
export function tableLines(path: ConfigPath, value: TomlMap | readonly TomlMap[]): string[] {
  if (isList(value))
    return value.flatMap((item, index) => [...(index > 0 ? [""] : []), ...elementLines(path, item)]);
  const body = bodyLines(value, path);
  const isImplied = body[0]?.startsWith("[") === true;
  return isImplied ? body : [`[${headerName(path)}]`, ...body];
}

/** The lines of one table in a list of tables. */
export function elementLines(path: ConfigPath, value: ConfigValue): string[] {
  const body = isMap(value) ? bodyLines(value, path) : [];
  const gap = body[0]?.startsWith("[") === true ? [""] : [];
  return [`[[${headerName(path)}]]`, ...gap, ...body];
}

/** A key and its value on one line; the key may be a path. */
export function entryLine(keys: ConfigPath, value: ConfigValue): string {
  return `${headerName(keys)} = ${inlineText(value)}`;
}

/** A value on one line. */
export function inlineText(value: ConfigValue): string {
  if (typeof value === "string") return quotedText(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return String(value);
  if (isList(value)) return `[${value.map(inlineText).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => entryLine([key], item));
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** The entries of a map: first those on one line, for after a header there is no way back. */
function bodyLines(map: TomlMap, path: ConfigPath): string[] {
  const entries = Object.entries(map);
  const lines = entries
    .filter(([, value]) => !needsHeaders(value))
    .map(([key, value]) => entryLine([key], value));
  for (const [key, value] of entries) {
    if (!needsHeaders(value)) continue;
    if (lines.length > 0) lines.push("");
    lines.push(...tableLines([...path, key], value));
  }
  return lines;
}

function headerName(path: ConfigPath): string {
  return path
    .filter((step) => typeof step === "string")
    .map((step) => (/^[A-Za-z0-9_-]+$/.test(step) ? step : quotedText(step)))
    .join(".");
}

function numberText(value: number): string {
  if (value === 0) return "0";
  // TOML's integers have 64 bits; beyond what a number holds exactly, the float form is the honest one.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}

/** JSON's escapes are TOML's too, but for lone surrogates, which TOML cannot hold in any way. */
function quotedText(text: string): string {
  if (!text.isWellFormed())
    throw new EditRefused(`TOML cannot hold the text ${quoted(text)}: it is not valid Unicode`);
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}
