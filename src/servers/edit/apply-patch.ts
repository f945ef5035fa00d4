/** `apply_patch`: a unified diff over one or several files; all of it, or nothing. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { cutText } from "../../util/terminal-text.ts";
import { DRY_RUN, PATH, type FileContext } from "../files/file-context.ts";
import { tool, type ServerTool } from "../tool.ts";
import { diffOf } from "./diff-of.ts";
import { textOf } from "./edit-text.ts";
import { planPatch, withExecution, writePlan, type PatchedFile } from "./patch-plan.ts";
import { readPatch } from "./read-patch.ts";

const MAX_PATCH = 1024 * 1024;
const MAX_DIFF = 200_000;

const OUTPUT = z.object({
  dry_run: z.boolean(),
  files: z.array(
    z.object({
      path: z.string(),
      action: z.enum(["changed", "created", "deleted"]),
      hash: z.string().optional().describe("SHA-256 of the new content"),
      executable: z.boolean().optional().describe("Where the patch says so"),
    }),
  ),
  diff: z.string(),
});

export function applyPatchTool(context: FileContext): ServerTool {
  return tool({
    title: "Apply a patch",
    description:
      "Applies a unified diff, as git writes it, to one or several files; /dev/null creates and deletes, modes 100644 and 100755 are kept. Every line of context must " +
      "fit exactly; a hunk that does not is named, and then nothing is changed.",
    input: z
      .object({
        patch: z.string().min(1).max(MAX_PATCH),
        path: PATH.default(".").describe("The folder that the paths of the patch start in"),
        dry_run: DRY_RUN,
      })
      .strict(),
    output: OUTPUT,
    annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: false },
    run: async ({ patch, path, dry_run }, { session }): Promise<CallToolResult> => {
      const plan = await planPatch(readPatch(patch), { ...context, session, folder: path });
      if (!dry_run) await writePlan(plan, { ...context, session });
      const diff = cutText(plan.map(diffOfFile).join(""), MAX_DIFF);
      const files = plan.map(({ path: file, action, hash, isExecutable: executable }) => ({
        path: file,
        action,
        ...(action === "deleted" ? undefined : { hash }),
        ...(executable === undefined ? undefined : { executable }),
      }));
      const text = dry_run ? `Nothing was written. It would be:\n${diff}` : diff;
      return { content: [{ type: "text", text }], structuredContent: { dry_run, files, diff } };
    },
  });
}

function diffOfFile({ path, action, before, after, modeBefore, isExecutable }: PatchedFile): string {
  const missing = action === "created" ? "before" : action === "deleted" ? "after" : undefined;
  const diff = diffOf({ path, before: textOf(before), after: textOf(after), missing });
  const isOtherMode =
    isExecutable !== undefined && withExecution(modeBefore ?? 0o666, isExecutable) !== (modeBefore ?? 0o666);
  return isOtherMode ? `${path} is ${isExecutable ? "made" : "no longer"} executable\n${diff}` : diff;
}
