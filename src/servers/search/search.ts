/** The built-in server `search`: finds files by name and text by pattern inside the allowed folders. It changes nothing. */
import { defineServer, type DefinedServer } from "../define-server.ts";
import type { FileContext } from "../files/file-context.ts";
import type { Environment } from "../../util/paths.ts";
import { findFilesTool } from "./find-files.ts";
import { readGlobalIgnore } from "./global-ignore.ts";
import type { Rule } from "./ignore-rules.ts";
import { grepTool } from "./grep.ts";
import { findRipgrep } from "./ripgrep.ts";

export interface SearchOptions {
  /** Where to look for ripgrep; empty for nowhere. */
  readonly programPath?: string | undefined;
  /** Whose settings of git count, and where ripgrep is looked for. */
  readonly env?: Environment;
}

export function createSearchServer(
  context: FileContext,
  { env = process.env, programPath = env["PATH"] }: SearchOptions = {},
): DefinedServer {
  const folders = context.roots.map((root) => root.given).join(", ");
  const everywhere = (): Promise<readonly Rule[]> => readGlobalIgnore(env);
  const ripgrep = findRipgrep({ roots: context.roots, programPath });
  return defineServer(
    "search",
    {
      find_files: findFilesTool({ ...context, everywhere }),
      grep: grepTool({ ...context, everywhere, ripgrep }),
    },
    {
      description: "Finds files by name and text by pattern",
      instructions: `Allowed folders: ${folders}. Relative paths start in the first. What ignore files name is left out.`,
    },
  );
}
