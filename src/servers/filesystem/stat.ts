/** `stat`: what is known of a file or folder without opening it. */
import { lstat } from "node:fs/promises";
import * as z from "zod";
import { TackleError } from "../../errors.ts";
import { FILE_KINDS, kindOf } from "../files/file-kind.ts";
import { PATH, type FileContext } from "../files/file-context.ts";
import { withPlace } from "../files/find-place.ts";
import { tool, type ServerTool } from "../tool.ts";

const OUTPUT = z.object({
  path: z.string().describe("Without links"),
  kind: z.enum(FILE_KINDS),
  size: z.number(),
  mode: z.string().describe("Permissions, in octal"),
  modified: z.string(),
  created: z.string(),
  accessed: z.string(),
});

export function statTool({ roots }: FileContext): ServerTool {
  return tool({
    title: "Describe a file",
    description:
      "Tells the kind, size, permissions and times of a file or folder. Links are followed inside the allowed folders.",
    input: z.object({ path: PATH }).strict(),
    output: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: ({ path }) =>
      withPlace({ roots, path }, async ({ folder, name, found, path: real }) => {
        if (found === undefined) throw new TackleError({ code: "not-found", message: `There is no ${real}` });
        await folder.check();
        const stats = await lstat(folder.at(name));
        return {
          path: real,
          kind: kindOf(stats),
          size: stats.size,
          mode: (stats.mode & 0o7777).toString(8).padStart(4, "0"),
          modified: stats.mtime.toISOString(),
          created: stats.birthtime.toISOString(),
          accessed: stats.atime.toISOString(),
        };
      }),
  });
}
