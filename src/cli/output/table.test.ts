import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "./display-width.ts";
import { names, prose, renderTable, type Table } from "./table.ts";

const style = (_format: unknown, text: string): string => text;
const on = (columns: number | undefined) => ({ style, columns });
const linesOf = (table: Table, columns: number | undefined): string[] =>
  renderTable(table, on(columns)).split("\n");
const target = `npx -y @modelcontextprotocol/server-filesystem ${"/very/long/path".repeat(8)}/notes`;

describe("on a terminal", () => {
  it("cuts the widest column in its middle, so that a row is one line", () => {
    const [, row = ""] = linesOf(
      { columns: [names("NAME"), "TYPE", "TARGET"], rows: [["files", "stdio", target]] },
      60,
    );
    expect(row).toHaveLength(60);
    expect(row).toMatch(/^files {2}stdio {2}npx -y .*….*\/notes$/);
  });

  it("cuts prose at its end", () => {
    const rows = [["mcp__files__read", "Reads a file from the disk and returns what is in it."]];
    expect(linesOf({ columns: [names("TOOL"), prose("WHAT IT DOES")], rows }, 40)[1]).toBe(
      "mcp__files__read  Reads a file from the…",
    );
  });

  it("takes from a wide column in the middle of the row, too", () => {
    const [, row = ""] = linesOf(
      { columns: [names("NAME"), "FILE", "LINES"], rows: [["a", target, "12"]] },
      40,
    );
    expect(row).toHaveLength(37); // the title of the last column is wider than its cell
    expect(row).toMatch(/ 12$/);
  });

  it("never cuts a name, also where the row is then longer than the terminal", () => {
    const name = "a".repeat(70);
    const rows = [[name, "A sentence of some length.", "123"]];
    expect(linesOf({ columns: [names("TOOL"), prose("WHAT IT DOES"), "CALLS"], rows }, 60)[1]).toContain(
      `${name}  …  123`,
    );
  });

  it("keeps every row within the terminal and every name whole, whatever the cells hold", () => {
    const cell = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.constantFrom("数据库查询工具".repeat(4), "👩‍👩‍👧 ".repeat(9)),
    );
    const row = fc.tuple(fc.stringMatching(/^[a-z_]{1,20}$/), cell, cell);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 40, max: 120 }),
        (rows, columns) => {
          const lines = linesOf({ columns: [names("NAME"), "TARGET", prose("WHAT IT DOES")], rows }, columns);
          expect(lines).toHaveLength(rows.length + 1);
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
          for (const [index, [name]] of rows.entries()) expect(lines[index + 1]?.startsWith(name)).toBe(true);
        },
      ),
    );
  });
});

it("cuts nothing for a file or a pipe", () => {
  expect(renderTable({ columns: ["NAME", "TARGET"], rows: [["files", target]] }, on(undefined))).toContain(
    target,
  );
});

it("aligns columns after wide characters", () => {
  const rows = [
    ["数据", "x"],
    ["cafe\u0301", "x"],
    ["👩‍👩‍👧", "x"],
    ["abcd", "x"],
  ];
  const lines = linesOf({ columns: ["A", "B"], rows }, undefined);
  expect(new Set(lines.slice(1).map((line) => displayWidth(line.slice(0, line.indexOf("x")))))).toEqual(
    new Set([6]),
  );
});
