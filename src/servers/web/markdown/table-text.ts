/** Rows of cells → a Markdown table; a table of one column is layout, and becomes its cells. */

const MAX_COLUMNS = 30;

export function tableText(rows: readonly (readonly string[])[]): string {
  const filled = rows
    .map((row) => row.slice(0, MAX_COLUMNS))
    .filter((row) => row.some((cell) => cell !== ""));
  const columns = filled.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns <= 1) return filled.map(([cell = ""]) => cell).join("\n\n");
  const lines = filled.map((row) =>
    lineOf(Array.from({ length: columns }, (_none, index) => row[index] ?? "")),
  );
  const [head = "", ...body] = lines;
  return [head, lineOf(Array.from({ length: columns }, () => "---")), ...body].join("\n");
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("\n", " ").replaceAll("|", String.raw`\|`)).join(" | ")} |`;
}
