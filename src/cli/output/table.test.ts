import { expect, it } from "vitest";
import { cutMiddle, renderTable } from "./table.ts";

const plain = (_format: unknown, text: string): string => text;
const target = `npx -y @modelcontextprotocol/server-filesystem ${"/very/long/path".repeat(8)}/notes`;

it("cuts the last column to the width of a terminal and keeps its end", () => {
  const lines = renderTable(["NAME", "TARGET"], [["files", target]], plain, 60).split("\n");
  expect(lines[1]).toHaveLength(60);
  expect(lines[1]).toMatch(/^files {2}npx -y .*….*\/notes$/);
});

it("cuts nothing where there is no terminal", () => {
  expect(renderTable(["NAME", "TARGET"], [["files", target]], plain)).toContain(target);
});

it("does not cut in the middle of a character", () => {
  expect(cutMiddle("😀".repeat(30), 20)).not.toMatch(/\p{Cs}/u);
});
