/** Runs a command that writes a patch, twice: for the counts of every file, and for as much of the patch as fits. */
import * as z from "zod";
import type { Repository } from "../open-repository.ts";
import { parseNumstat } from "./numstat.ts";

export const CHANGES = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      original_path: z.string().optional(),
      added: z.number().int().nullable().describe("Lines; null for a binary file"),
      deleted: z.number().int().nullable(),
    }),
  ),
  files_cut: z.number().int().describe("How many more files there are at least"),
  patch: z.string(),
  patch_is_cut: z.boolean(),
});

/** Nothing that the repository names may take part: no driver, no converter, no colour; and no other repository. */
const PLAIN = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--submodule=short",
  "--ignore-submodules=dirty",
];

const MAX_PATCH_BYTES = 128 * 1024;
const MAX_FILES = 1_000;

export async function readDiff(
  { run }: Repository,
  { args: [name = "", ...rest], paths }: { args: readonly string[]; paths: readonly string[] },
): Promise<{ text: string; data: z.infer<typeof CHANGES> }> {
  const command = { paths, isRead: true };
  const counted = await run({ ...command, args: [name, ...PLAIN, "--numstat", "-z", ...rest] });
  const all = parseNumstat(
    counted.isCut ? counted.stdout.slice(0, counted.stdout.lastIndexOf("\0") + 1) : counted.stdout,
  );
  const shown = await run({
    ...command,
    args: [name, ...PLAIN, "--patch", ...rest],
    maxBytes: MAX_PATCH_BYTES,
  });
  const files = all.slice(0, MAX_FILES).map((file) => ({ ...file }));
  const files_cut = all.length - files.length + (counted.isCut ? 1 : 0);
  const remark = shown.isCut
    ? `\n[… the patch is longer than ${MAX_PATCH_BYTES} bytes: ask for single paths …]`
    : "";
  return {
    text: shown.stdout === "" ? "No differences." : `${shown.stdout}${remark}`,
    data: { files, files_cut, patch: shown.stdout, patch_is_cut: shown.isCut },
  };
}
