/** Matches as text, in the form that grep and ripgrep have taught everybody. */
import type { FileMatches, SearchResult } from "./search-files.ts";

export interface ShownMatches extends SearchResult {
  readonly cut: number;
  readonly isFilesOnly: boolean;
}

export function renderMatches(result: ShownMatches): string {
  const { files, total, fileCount, unreadable, isComplete, cut, isFilesOnly } = result;
  const hasContext = files.some(({ lines }) => lines.some((line) => line.column === undefined));
  const blocks = files.map((file) =>
    isFilesOnly ? `${file.path}: ${file.count}` : renderFile(file, hasContext),
  );
  const cutFiles = isFilesOnly ? fileCount - files.length : 0;
  const notes = [
    ...(total === 0 ? ["No match was found"] : []),
    ...(cut > 0
      ? [
          `[${cut} of ${total} matches in ${fileCount} files are not shown: narrow the search, or raise limit]`,
        ]
      : []),
    ...(cutFiles > 0 ? [`[${cutFiles} more files are not shown: narrow the search, or raise limit]`] : []),
    ...(unreadable > 0 ? [`[${unreadable} files or folders could not be read]`] : []),
    ...(isComplete ? [] : ["[Time was up before everything was searched]"]),
  ];
  return [blocks.join(hasContext ? "\n--\n" : "\n"), ...notes].filter((part) => part !== "").join("\n");
}

function renderFile({ path, lines }: FileMatches, hasContext: boolean): string {
  return lines
    .map(({ number, text, column }, index) => {
      const mark = column === undefined ? "-" : ":";
      const isApart = hasContext && index > 0 && number !== (lines[index - 1]?.number ?? 0) + 1;
      return `${isApart ? "--\n" : ""}${path}${mark}${number}${mark}${text}`;
    })
    .join("\n");
}
