/** One change of one text file: decoded, edited, encoded as it was, and told as a diff. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { TackleError } from "../../errors.ts";
import { changeFile, UNCHECKED, type ChangedFile, type ChangeRequest } from "../files/change-file.ts";
import { decodeText, encodeText, type DecodedText } from "../files/text-encoding.ts";
import { diffOf } from "./diff-of.ts";

export const EDIT_OUTPUT = z.object({
  path: z.string(),
  changed: z.boolean().describe("False for a dry run, and where the new content is the old one"),
  dry_run: z.boolean(),
  hash: z.string().describe("SHA-256 of the new content, for the next expected_hash"),
  replacements: z.number().optional(),
  diff: z.string(),
});
type EditOutput = z.infer<typeof EDIT_OUTPUT>;

export interface TextEdit extends Omit<ChangeRequest, "change"> {
  /** Throws to leave the file as it is. */
  readonly edit: (text: string, path: string) => string;
}

export function editText({ edit, ...request }: TextEdit): Promise<ChangedFile> {
  return changeFile({
    ...request,
    change: (before, path) => {
      if (before === undefined) throw missing(path);
      const decoded = decodeOrRefuse(before, path);
      return encodeText({ ...decoded, text: edit(decoded.text, path) });
    },
  });
}

export function describeEdit(
  { path, before, after, hash, isUnchecked }: ChangedFile,
  { isDryRun, ...rest }: { readonly isDryRun: boolean; readonly replacements?: number },
): CallToolResult {
  const diff = diffOf({ path, before: textOf(before), after: textOf(after) });
  const changed = !isDryRun && before?.equals(after) !== true;
  const structuredContent: EditOutput = { path, changed, dry_run: isDryRun, hash, diff, ...rest };
  const text = diff === "" ? `${path} is the same as before` : diff;
  const said = [
    isDryRun ? `Nothing was written. It would be:\n${text}` : text,
    ...(isUnchecked ? [UNCHECKED] : []),
  ];
  return { content: said.map((one) => ({ type: "text", text: one })), structuredContent };
}

export function decodeOrRefuse(bytes: Uint8Array, path: string): DecodedText {
  const decoded = decodeText(bytes);
  if (decoded !== undefined) return decoded;
  throw new TackleError({
    code: "usage",
    message: `${path} is binary`,
    hint: "Only text can be edited; write it whole.",
  });
}

export function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "" : (decodeText(bytes)?.text ?? "");
}

function missing(path: string): TackleError {
  return new TackleError({
    code: "not-found",
    message: `There is no ${path}`,
    hint: "Create it with write_file.",
  });
}
