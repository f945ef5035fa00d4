/** A file that is about to be edited: its text, and what is needed to put it back as it was in all that is not edited. */
import { existsSync } from "node:fs";
import { messageOf, TackleError } from "../errors.ts";
import { contentHash } from "../util/atomic-write.ts";
import { ConfigSyntaxError, EditRefused } from "./formats/format.ts";
import { decode, readBytes } from "./read-file.ts";

export interface FileToEdit {
  readonly bytes: Uint8Array;
  /** Without the byte order mark. */
  readonly text: string;
  readonly hasBom: boolean;
  readonly hash: string;
}

const BOM = "\uFEFF";

/** Undefined when there is no such file. Throws a `TackleError` for one that cannot be read. */
export function readFileToEdit(file: string, maxBytes?: number): FileToEdit | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const bytes = readBytes(file, maxBytes);
    const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return { bytes, text: decode(bytes), hasBom, hash: contentHash(bytes) };
  } catch (error) {
    throw configError(file, messageOf(error), error);
  }
}

/** The text as it is written, with the mark that the file had. */
export function textToWrite(text: string, before: FileToEdit | undefined): string {
  return (before?.hasBom === true ? BOM : "") + text;
}

/** Runs what parses and edits a file's text; its errors then say which file, and where in it. */
export function editingFile<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigSyntaxError)
      throw configError(`${file}:${error.at.line}:${error.at.column}`, error.message, error);
    if (error instanceof EditRefused) throw configError(file, error.message, error);
    throw error;
  }
}

export function configError(where: string, message: string, cause?: unknown): TackleError {
  const hint = "Nothing was changed. Correct the file by hand, then try again.";
  return new TackleError({ code: "config", message: `${where}: ${message}`, hint, cause });
}
