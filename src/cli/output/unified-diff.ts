/** The difference of two texts of one file, as `diff -u` shows it. Long lines are cut: a file may be a single one. */
import { cutText, toTerminalText } from "../../util/terminal-text.ts";
import type { Style } from "../terminal.ts";

export interface TextChange {
  readonly file: string;
  /** Undefined for a file that is not there yet. */
  readonly before: string | undefined;
  readonly after: string;
  /** What is shown of a line; secrets of others stand in these files, too. */
  readonly show: (line: string) => string;
}

const LONGEST_LINE = 400;

export async function unifiedDiff({ file, before, after, show }: TextChange): Promise<string> {
  const { structuredPatch } = await import("diff");
  const { hunks } = structuredPatch(file, file, before ?? "", after, "", "", { context: 3 });
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    `@@ -${oldLines === 0 ? oldStart - 1 : oldStart},${oldLines} +${newLines === 0 ? newStart - 1 : newStart},${newLines} @@`,
    ...changed.map((line) => line.charAt(0) + cutText(toTerminalText(show(line.slice(1))), LONGEST_LINE)),
  ]);
  return [`--- ${before === undefined ? "/dev/null" : file}`, `+++ ${file}`, ...lines].join("\n");
}

export function colourDiff(diff: string, style: Style): string {
  return diff
    .split("\n")
    .map((line) => {
      if (line.startsWith("+++") || line.startsWith("---")) return style("bold", line);
      if (line.startsWith("+")) return style("green", line);
      if (line.startsWith("-")) return style("red", line);
      return line.startsWith("@@") ? style("cyan", line) : line;
    })
    .join("\n");
}
