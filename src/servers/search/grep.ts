/** `grep`: lines that match a pattern, with the lines around them. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { FileContext } from "../files/file-context.ts";
import { tool, type ServerTool } from "../tool.ts";
import { createDeadline } from "./deadline.ts";
import { SCOPE } from "./find-files.ts";
import { compileGlob } from "./glob.ts";
import { compilePattern } from "./pattern.ts";
import { renderMatches } from "./render-matches.ts";
import { searchFiles, type FileSearch } from "./search-files.ts";

const INPUT = z
  .object({
    pattern: z
      .string()
      .min(1)
      .max(1000)
      .describe("A regular expression in the syntax of RE2, matched line by line"),
    literal: z.boolean().default(false).describe("Search for the text itself"),
    ignore_case: z.boolean().default(false),
    glob: z.string().min(1).max(1000).optional().describe("Only in files that this glob fits"),
    ...SCOPE,
    context: z.number().int().min(0).max(20).default(0).describe("Lines to show before and after each match"),
    files_only: z
      .boolean()
      .default(false)
      .describe("Only name the files, with the number of matches in each"),
    limit: z
      .number()
      .int()
      .min(1)
      .max(5000)
      .default(200)
      .describe("How many matches to show, or files with files_only"),
  })
  .strict();

const LINE = z.object({ line: z.number(), text: z.string(), match: z.boolean() });
const OUTPUT = z.object({
  files: z.array(z.object({ path: z.string(), matches: z.number(), lines: z.array(LINE) })),
  total: z.number().describe("Matching lines in all files"),
  cut: z.number().describe("How many of them are not shown"),
  files_with_matches: z.number(),
  unreadable: z.number().describe("Folders and files that could not be read"),
  complete: z.boolean().describe("False when time was up before everything was searched"),
});

export function grepTool(context: FileContext & Pick<FileSearch, "ripgrep" | "everywhere">): ServerTool {
  return tool({
    title: "Search in files",
    description:
      "Searches files for lines that match a pattern. What .gitignore, .ignore and the like name, hidden files and binary files are left out. " +
      "What is cut is counted.",
    input: INPUT,
    output: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (args, { signal }): Promise<CallToolResult> => {
      const { pattern, literal, ignore_case, glob, path, include_hidden, include_ignored } = args;
      const found = await searchFiles({
        ...context,
        path,
        pattern: compilePattern({ pattern, isLiteral: literal, ignoresCase: ignore_case }),
        fits: glob === undefined ? () => true : compileGlob(glob),
        includesHidden: include_hidden,
        includesIgnored: include_ignored,
        context: args.files_only ? 0 : args.context,
        limit: args.limit,
        isFilesOnly: args.files_only,
        ...createDeadline(signal),
      });
      const { files, total, fileCount, unreadable, isComplete } = found;
      const cut = args.files_only ? 0 : total - files.reduce((sum, file) => sum + file.shown, 0);
      const structuredContent = {
        files: files.map(({ path: own, count, lines }) => ({
          path: own,
          matches: count,
          lines: lines.map(({ number, text, column }) => ({
            line: number,
            text,
            match: column !== undefined,
          })),
        })),
        total,
        cut,
        files_with_matches: fileCount,
        unreadable,
        complete: isComplete,
      };
      return {
        content: [{ type: "text", text: renderMatches({ ...found, cut, isFilesOnly: args.files_only }) }],
        structuredContent,
      };
    },
  });
}
