/** `create_directory`: a folder, with those above it that are missing; an existing one is fine. */
import { mkdir } from "node:fs/promises";
import * as z from "zod";
import { systemCodeOf, TackleError } from "../../errors.ts";
import { kindOf } from "../files/file-kind.ts";
import { PATH, type FileContext } from "../files/file-context.ts";
import { withPlace } from "../files/find-place.ts";
import { tool, type ServerTool } from "../tool.ts";

export function createDirectoryTool({ roots }: FileContext): ServerTool {
  return tool({
    title: "Create a folder",
    description:
      "Creates a folder, and the folders above it that are missing. An existing one is left as it is.",
    input: z.object({ path: PATH }).strict(),
    output: z.object({ path: z.string(), created: z.boolean() }),
    annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: ({ path }) =>
      withPlace({ roots, path, createsFolders: true }, async ({ folder, name, found, path: real }) => {
        if (found?.isDirectory() === true) return { path: real, created: false };
        if (found !== undefined)
          throw new TackleError({
            code: "conflict",
            message: `${real} exists already and is a ${kindOf(found)}`,
          });
        await folder.check();
        const created = await mkdir(folder.at(name)).then(
          () => true,
          (error: unknown) => {
            if (systemCodeOf(error) === "EEXIST") return false; // somebody else was quicker
            throw error;
          },
        );
        return { path: real, created };
      }),
  });
}
