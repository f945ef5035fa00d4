/** `replace`: one exact text for another. */
import * as z from "zod";
import { DRY_RUN, HASH, PATH, type FileContext } from "../files/file-context.ts";
import { tool, type ServerTool } from "../tool.ts";
import { describeEdit, EDIT_OUTPUT, editText } from "./edit-text.ts";
import { replaceText } from "./replace-text.ts";

export const REPLACEMENT = {
  old_text: z.string().min(1).describe("Exactly as it stands in the file, with its indentation"),
  new_text: z.string(),
  replace_all: z
    .boolean()
    .default(false)
    .describe("Replace every match; without it there must be exactly one"),
};

export function replaceTool({ roots, memory }: FileContext): ServerTool {
  return tool({
    title: "Replace text in a file",
    description:
      "Replaces an exact text in a file. It must be there exactly once, unless replace_all is true. " +
      "Line breaks, byte order mark, encoding and mode of the file stay. The result is a diff.",
    input: z
      .object({ path: PATH, ...REPLACEMENT, expected_hash: HASH.optional(), dry_run: DRY_RUN })
      .strict(),
    output: EDIT_OUTPUT,
    annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: false },
    run: async ({ path, old_text, new_text, replace_all, expected_hash, dry_run }, { session }) => {
      let replacements = 0;
      const changed = await editText({
        roots,
        memory,
        session,
        path,
        expectedHash: expected_hash,
        isDryRun: dry_run,
        edit: (text, shown) => {
          const replaced = replaceText(
            text,
            { oldText: old_text, newText: new_text, replaceAll: replace_all },
            shown,
          );
          replacements = replaced.count;
          return replaced.text;
        },
      });
      return describeEdit(changed, { isDryRun: dry_run, replacements });
    },
  });
}
