/** Aligned columns without lines. Cells are made safe for a terminal here, because most of them are untrusted text. */
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Style } from "../terminal.ts";

/** With a width, cells of the last column are cut so that no line is longer. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  width?: number,
): string {
  const whole = [header, ...rows].map((row) => row.map((cell) => toTerminalText(cell)));
  const cells = width === undefined ? whole : cutLastColumn(whole, width);
  const widths = header.map((_, column) => Math.max(...cells.map((row) => displayWidth(row[column] ?? ""))));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join(GAP)
      .trimEnd(),
  );
  return lines.map((line, index) => (index === 0 ? style("dim", line) : line)).join("\n");
}

function cutLastColumn(rows: readonly (readonly string[])[], width: number): string[][] {
  const last = Math.max(...rows.map((row) => row.length)) - 1;
  const widestOf = (column: number): number =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? "")));
  const before = Array.from({ length: last }, (_, column) => widestOf(column) + GAP.length);
  const room = Math.max(MIN_CUT_WIDTH, width - before.reduce((sum, columns) => sum + columns, 0));
  return rows.map((row) => row.map((cell, column) => (column === last ? cutMiddle(cell, room) : cell)));
}

const GAP = "  ";
/** Less than this says nothing; a longer line is better then. */
const MIN_CUT_WIDTH = 16;

/** Both ends of a long text: of a command or a path, the end says more than the middle. */
export function cutMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const characters = Array.from(text);
  const kept = Math.max(1, width - 1 - (displayWidth(text) - characters.length));
  const head = Math.floor(kept / 2);
  return `${characters.slice(0, head).join("")}…${characters.slice(head - kept).join("")}`;
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
