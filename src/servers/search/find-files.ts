/** `find_files`: paths of files by a glob. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { PATH, type FileContext } from "../files/file-context.ts";
import { tool, type ServerTool } from "../tool.ts";
import { createDeadline } from "./deadline.ts";
import { compileGlob } from "./glob.ts";
import { pathForCaller } from "./path-for-caller.ts";
import { walkFiles, type WalkRequest } from "./walk-files.ts";

export const SCOPE = {
  path: PATH.default(".").describe("The folder to search in, or one file"),
  include_hidden: z.boolean().default(false).describe("Also names that begin with a dot, but never .git"),
  include_ignored: z
    .boolean()
    .default(false)
    .describe("Also what .gitignore, .ignore and the like leave out"),
};

/** Of all paths that are shown. */
const MAX_CHARACTERS = 500_000;

const OUTPUT = z.object({
  files: z.array(z.string()),
  total: z.number().describe("All that were found"),
  cut: z.number().describe("How many of them are left out"),
  unreadable: z.number().describe("Folders that could not be read"),
  complete: z.boolean().describe("False when time was up before all folders were seen"),
});

export function findFilesTool({
  roots,
  everywhere,
}: FileContext & Pick<WalkRequest, "everywhere">): ServerTool {
  return tool({
    title: "Find files by name",
    description:
      "Finds files by a glob: '*.ts' is for names anywhere below, 'src/**/*.{js,ts}' for paths from the folder. " +
      "What .gitignore, .ignore and the like name is left out.",
    input: z
      .object({
        glob: z.string().min(1).max(1000).default("*"),
        ...SCOPE,
        limit: z.number().int().min(1).max(10_000).default(1000),
      })
      .strict(),
    output: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (
      { glob, path, include_hidden, include_ignored, limit },
      { signal },
    ): Promise<CallToolResult> => {
      const fits = compileGlob(glob);
      const files: string[] = [];
      let total = 0;
      let characters = 0;
      const { unreadable, isComplete } = await walkFiles({
        roots,
        everywhere,
        path,
        includesHidden: include_hidden,
        includesIgnored: include_ignored,
        isOver: createDeadline(signal).isOver,
        onFile: async (names, place) => {
          if (!fits(names)) return true;
          total += 1;
          if (files.length < limit && characters < MAX_CHARACTERS) {
            const shown = pathForCaller(place.path, roots);
            files.push(shown);
            characters += shown.length;
          }
          return true;
        },
      });
      const cut = total - files.length;
      const notes = [
        ...(total === 0 ? ["No file was found"] : []),
        ...(cut > 0 ? [`[${cut} more files are left out: narrow the glob, or raise limit]`] : []),
        ...(unreadable > 0 ? [`[${unreadable} folders could not be read]`] : []),
        ...(isComplete ? [] : ["[Time was up before all folders were seen]"]),
      ];
      const structuredContent = { files, total, cut, unreadable, complete: isComplete };
      return { content: [{ type: "text", text: [...files, ...notes].join("\n") }], structuredContent };
    },
  });
}
