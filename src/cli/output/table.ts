/** Aligned columns without lines. Cells are made safe for a terminal here, because most of them are untrusted text. */
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Style } from "../terminal.ts";

export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => toTerminalText(cell)));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => displayWidth(row[column] ?? ""))));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join("  ")
      .trimEnd(),
  );
  return lines.map((line, index) => (index === 0 ? style("dim", line) : line)).join("\n");
}

/** Labels and values, one pair a line. */
export function renderPairs(pairs: readonly (readonly [string, string | undefined])[], style: Style): string {
  const shown = pairs.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
  const width = Math.max(0, ...shown.map(([label]) => label.length));
  return shown
    .map(([label, value]) => `${style("dim", label.padEnd(width))}  ${toTerminalText(value)}`)
    .join("\n");
}

// East Asian wide characters and emoji take two columns.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu;

function displayWidth(text: string): number {
  return Array.from(text).length + (text.match(WIDE)?.length ?? 0);
}
