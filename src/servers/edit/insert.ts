/** `insert`: new lines after a line. */
import * as z from "zod";
import { TackleError } from "../../errors.ts";
import { DRY_RUN, HASH, PATH, type FileContext } from "../files/file-context.ts";
import { tool, type ServerTool } from "../tool.ts";
import { describeEdit, EDIT_OUTPUT, editText } from "./edit-text.ts";
import { usualLineBreak, withLineBreak } from "./line-ends.ts";

export function insertTool({ roots, memory }: FileContext): ServerTool {
  return tool({
    title: "Insert lines into a file",
    description:
      "Inserts text as lines of its own after a line: 0 puts it at the beginning, the number of lines at the end.",
    input: z
      .object({
        path: PATH,
        after_line: z.number().int().min(0).describe("Counted from 1; 0 is the beginning"),
        text: z.string().min(1),
        expected_hash: HASH.optional(),
        dry_run: DRY_RUN,
      })
      .strict(),
    output: EDIT_OUTPUT,
    annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
    run: async ({ path, after_line, text, expected_hash, dry_run }, { session }) => {
      const changed = await editText({
        roots,
        memory,
        session,
        path,
        expectedHash: expected_hash,
        isDryRun: dry_run,
        edit: (original, shown) => insertLines(original, { after: after_line, text, path: shown }),
      });
      return describeEdit(changed, { isDryRun: dry_run });
    },
  });
}

interface Insertion {
  readonly after: number;
  readonly text: string;
  readonly path: string;
}

function insertLines(original: string, { after, text, path }: Insertion): string {
  const lineBreak = usualLineBreak(original);
  const added = withLineBreak(text, lineBreak);
  const withBreak = added.endsWith("\n") ? added : added + lineBreak;
  const at = endOfLine(original, after);
  if (at === undefined) {
    const message = `${path} has fewer than ${after} lines; nothing was changed`;
    throw new TackleError({ code: "usage", message, hint: "Read the file to see its lines." });
  }
  const isAfterOpenEnd = at > 0 && at === original.length && !original.endsWith("\n");
  // A file that ends without a line break goes on doing so.
  if (isAfterOpenEnd) return original + lineBreak + added.replace(/\r?\n$/, "");
  return original.slice(0, at) + withBreak + original.slice(at);
}

/** Undefined where there are fewer lines. */
function endOfLine(text: string, line: number): number | undefined {
  let end = 0;
  for (let count = 0; count < line; count += 1) {
    if (end === text.length) return undefined;
    const at = text.indexOf("\n", end);
    end = at === -1 ? text.length : at + 1;
  }
  return end;
}
