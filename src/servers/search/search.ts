/** The built-in server `search`: finds files by name and text by pattern inside the allowed folders. It changes nothing. */
import { defineServer, type DefinedServer } from "../define-server.ts";
import type { FileContext } from "../files/file-context.ts";
import { findFilesTool } from "./find-files.ts";
import { grepTool } from "./grep.ts";
import { findRipgrep } from "./ripgrep.ts";

export interface SearchOptions {
  /** Where to look for ripgrep; empty for nowhere. */
  readonly programPath?: string | undefined;
}

export function createSearchServer(
  context: FileContext,
  { programPath = process.env["PATH"] }: SearchOptions = {},
): DefinedServer {
  const folders = context.roots.map((root) => root.given).join(", ");
  const ripgrep = findRipgrep({ roots: context.roots, programPath });
  return defineServer(
    "search",
    { find_files: findFilesTool(context), grep: grepTool({ ...context, ripgrep }) },
    {
      description: "Finds files by name and text by pattern",
      instructions: `Allowed folders: ${folders}. Relative paths start in the first. What .gitignore and .ignore name is left out.`,
    },
  );
}
