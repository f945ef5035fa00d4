/** The built-in server `filesystem`: reads, writes and arranges files inside the allowed folders, and nothing outside of them. */
import { defineServer, type DefinedServer } from "../define-server.ts";
import type { FileContext } from "../files/file-context.ts";
import { createDirectoryTool } from "./create-directory.ts";
import { deleteTool } from "./delete.ts";
import { directoryTreeTool } from "./directory-tree.ts";
import { listDirectoryTool } from "./list-directory.ts";
import { moveTool } from "./move.ts";
import { readFileTool } from "./read-file.ts";
import { statTool } from "./stat.ts";
import { writeFileTool } from "./write-file.ts";

export function createFilesystemServer(context: FileContext): DefinedServer {
  const folders = context.roots.map((root) => root.given).join(", ");
  return defineServer(
    "filesystem",
    {
      read_file: readFileTool(context),
      write_file: writeFileTool(context),
      list_directory: listDirectoryTool(context),
      directory_tree: directoryTreeTool(context),
      move: moveTool(context),
      delete: deleteTool(context),
      stat: statTool(context),
      create_directory: createDirectoryTool(context),
    },
    {
      description: "Files and folders of this machine",
      instructions: `Allowed folders: ${folders}. Relative paths start in the first.`,
    },
  );
}
