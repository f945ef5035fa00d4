/** Writes values as JSON: maps over several lines, short lists of plain values on one, as people write them. */
import { checkValue, isList } from "../editing/check-value.ts";
import type { ConfigValue } from "../node.ts";

const WIDTH = 80;

/** How lines are laid out; undefined stands for everything on one line. */
export interface JsonLayout {
  readonly indent: string;
  readonly unit: string;
  readonly eol: string;
}

/** A new file that holds this value. */
export function stringifyJson(value: ConfigValue): string {
  checkValue(value);
  return `${writeJson(value, { indent: "", unit: "  ", eol: "\n" })}\n`;
}

/** The value as JSON; later lines begin with the indentation. */
export function writeJson(value: ConfigValue, layout: JsonLayout | undefined): string {
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = layout === undefined ? undefined : { ...layout, indent: layout.indent + layout.unit };
  if (isList(value)) {
    const line = `[${value.map((item) => writeJson(item, undefined)).join(", ")}]`;
    const isShort = line.length <= WIDTH && value.every((item) => typeof item !== "object");
    if (layout === undefined || isShort) return line;
    return bracketed(
      "[]",
      value.map((item) => writeJson(item, inner)),
      layout,
    );
  }
  const entries = Object.entries(value).map(([key, item]) => writeJsonEntry(key, item, inner));
  if (entries.length === 0) return "{}";
  return layout === undefined ? `{ ${entries.join(", ")} }` : bracketed("{}", entries, layout);
}

/** A key and its value. */
export function writeJsonEntry(key: string, value: ConfigValue, layout: JsonLayout | undefined): string {
  return `${JSON.stringify(key)}: ${writeJson(value, layout)}`;
}

function bracketed(
  brackets: "[]" | "{}",
  items: readonly string[],
  { indent, unit, eol }: JsonLayout,
): string {
  const lines = items.map((item) => eol + indent + unit + item).join(",");
  return brackets.charAt(0) + lines + eol + indent + brackets.charAt(1);
}
