/** `multi_edit`: several replacements in one file, one after the other; all of them, or none. */
import * as z from "zod";
import { TackleError } from "../../errors.ts";
import { DRY_RUN, HASH, PATH, type FileContext } from "../files/file-context.ts";
import { tool, type ServerTool } from "../tool.ts";
import { describeEdit, EDIT_OUTPUT, editText } from "./edit-text.ts";
import { REPLACEMENT } from "./replace.ts";
import { replaceText, type Replaced } from "./replace-text.ts";

const EDIT = z.object(REPLACEMENT).strict();
type Edit = z.infer<typeof EDIT>;

export function multiEditTool({ roots, memory }: FileContext): ServerTool {
  return tool({
    title: "Make several changes in a file",
    description:
      "Makes several exact replacements in one file, in order: each sees what the ones before it have made. All or nothing.",
    input: z
      .object({
        path: PATH,
        edits: z.array(EDIT).min(1).max(200),
        expected_hash: HASH.optional(),
        dry_run: DRY_RUN,
      })
      .strict(),
    output: EDIT_OUTPUT,
    annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: false },
    run: async ({ path, edits, expected_hash, dry_run }, { session }) => {
      let replacements = 0;
      const changed = await editText({
        roots,
        memory,
        session,
        path,
        expectedHash: expected_hash,
        isDryRun: dry_run,
        edit: (original, shown) =>
          edits.reduce((text, edit, index) => {
            const replaced = replaceNumbered(text, edit, {
              number: index + 1,
              of: edits.length,
              path: shown,
            });
            replacements += replaced.count;
            return replaced.text;
          }, original),
      });
      return describeEdit(changed, { isDryRun: dry_run, replacements });
    },
  });
}

function replaceNumbered(
  text: string,
  { old_text, new_text, replace_all }: Edit,
  { number, of, path }: { readonly number: number; readonly of: number; readonly path: string },
): Replaced {
  try {
    return replaceText(text, { oldText: old_text, newText: new_text, replaceAll: replace_all }, path);
  } catch (error) {
    if (!(error instanceof TackleError)) throw error;
    const { code, hint } = error;
    throw new TackleError({ code, message: `Edit ${number} of ${of}: ${error.message}`, hint, cause: error });
  }
}
