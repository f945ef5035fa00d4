/**
 * Aligned columns without lines. Cells are made safe for a terminal here, because most of them are untrusted text. On a
 * terminal a row is one line: what is too wide is cut, but never a name, and nothing at all for a file or a pipe.
 */
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Style, Terminal } from "../terminal.ts";
import { cutEnd, cutMiddle } from "./cut-text.ts";
import { displayWidth } from "./display-width.ts";

export interface Column {
  readonly title: string;
  /** Names are never cut, prose loses its end, all else its middle. */
  readonly holds: "names" | "prose" | "other";
}

export interface Table {
  /** A text is the title of a column that holds neither names nor prose. */
  readonly columns: readonly (Column | string)[];
  readonly rows: readonly (readonly string[])[];
}

export function names(title: string): Column {
  return { title, holds: "names" };
}

export function prose(title: string): Column {
  return { title, holds: "prose" };
}

const GAP = "  ";
/** Columns as narrow as this hold numbers and short words, of which a part says nothing. */
const NARROW = 8;

export function renderTable(
  table: Table,
  { style, columns: width }: Pick<Terminal, "style" | "columns">,
): string {
  const columns = table.columns.map((column) =>
    typeof column === "string" ? { title: column, holds: "other" as const } : column,
  );
  const whole = [columns.map(({ title }) => title), ...table.rows].map((row) =>
    columns.map((_, index) => toTerminalText(row[index] ?? "")),
  );
  const natural = columns.map((_, index) => Math.max(...whole.map((row) => displayWidth(row[index] ?? ""))));
  const widths = width === undefined ? natural : fit(natural, columns, width);
  const lines = whole.map((row) =>
    columns
      .map(({ holds }, index) => {
        const room = widths[index] ?? 0;
        const cell = (holds === "prose" ? cutEnd : cutMiddle)(row[index] ?? "", room);
        return cell + " ".repeat(Math.max(0, room - displayWidth(cell)));
      })
      .join(GAP)
      .trimEnd(),
  );
  return lines.map((line, index) => (index === 0 ? style("dim", line) : line)).join("\n");
}

/** Takes from the widest column, and from the next when they are equal, until a row fits or nothing is left to take. */
function fit(natural: readonly number[], columns: readonly Column[], width: number): readonly number[] {
  const widths = [...natural];
  const mayShrink = columns.flatMap(({ holds }, index) =>
    holds !== "names" && (natural[index] ?? 0) > NARROW ? [index] : [],
  );
  let excess = sum(widths) + GAP.length * (widths.length - 1) - width;
  while (excess > 0) {
    const [widest, next] = mayShrink.toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
    const current = widest === undefined ? 1 : (widths[widest] ?? 1);
    if (widest === undefined || current <= 1) break;
    const step = Math.min(
      excess,
      Math.max(1, current - Math.max(1, next === undefined ? 1 : (widths[next] ?? 1))),
    );
    widths[widest] = current - step;
    excess -= step;
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Labels and values, one pair a line. Values are never cut: whoever looks at one thing wants to see it. */
export function renderPairs(pairs: readonly (readonly [string, string | undefined])[], style: Style): string {
  const shown = pairs.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
  const width = Math.max(0, ...shown.map(([label]) => displayWidth(label)));
  return shown
    .map(([label, value]) => `${style("dim", label.padEnd(width))}  ${toTerminalText(value)}`)
    .join("\n");
}
