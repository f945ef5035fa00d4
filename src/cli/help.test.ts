import { describe, expect, it } from "vitest";
import { COMMANDS } from "./command-list.ts";
import { commandHelp, overview } from "./help.ts";

const style = (_format: unknown, text: string): string => text;
const plainWords = (text: string): string[] => text.split(/\s+/).toSorted();

describe.each([60, 80, 120])("in a terminal of %i columns", (columns) => {
  it.each([...COMMANDS])(
    "shows all words of the help on %s, and no line is too long that could be shorter",
    async (_, entry) => {
      const command = await entry.load();
      const fitted = commandHelp(command, { style, columns });
      expect(plainWords(fitted)).toEqual(plainWords(commandHelp(command, { style, columns: undefined })));
      const kept = new Set([
        ...command.usage.map((line) => `tackle ${line}`),
        ...command.examples.map(([line]) => line),
      ]);
      const tooLong = fitted
        .split("\n")
        .filter(
          (line) => line.length > columns && !kept.has(line.trim()) && !command.description.includes(line),
        );
      expect(tooLong).toEqual([]);
    },
  );

  it("fits the overview", () => {
    const lines = overview("1.0.0", { style, columns }).split("\n");
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  });
});

it("lays out nothing anew for a file or a pipe", () => {
  const page = {
    usage: ["x"],
    description: `${"word ".repeat(60)}\nsecond`,
    examples: [["tackle x", "does it"]],
  } as const;
  expect(commandHelp(page, { style, columns: undefined })).toContain(page.description);
});
