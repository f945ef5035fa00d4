/** The built-in server `edit`: exact changes of text files inside the allowed folders, each all or nothing, with its diff. */
import { defineServer, type DefinedServer } from "../define-server.ts";
import type { FileContext } from "../files/file-context.ts";
import { applyPatchTool } from "./apply-patch.ts";
import { insertTool } from "./insert.ts";
import { multiEditTool } from "./multi-edit.ts";
import { replaceTool } from "./replace.ts";

export function createEditServer(context: FileContext): DefinedServer {
  const folders = context.roots.map((root) => root.given).join(", ");
  return defineServer(
    "edit",
    {
      replace: replaceTool(context),
      multi_edit: multiEditTool(context),
      insert: insertTool(context),
      apply_patch: applyPatchTool(context),
    },
    {
      description: "Exact changes of text files",
      instructions: `Allowed folders: ${folders}. Relative paths start in the first. Read a file before you change it.`,
    },
  );
}
