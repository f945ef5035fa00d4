/**
 * Names of temporary files beside the files they will replace, and the removal of those that a killed process left.
 * Only names of exactly our form are ever removed, and only when no process can still be writing them.
 */
import { randomBytes } from "node:crypto";
import { lstat, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";

const TEMPORARY_NAME = /^\.tackle-[0-9a-f]{16}\.tmp$/;
const LEFTOVER_AFTER_MS = 60 * 60 * 1000;

/** A name that no one can guess; opened with O_EXCL it can neither hit an existing file nor follow a link. */
export function newTemporaryName(): string {
  return `.tackle-${randomBytes(8).toString("hex")}.tmp`;
}

/** Removes our temporary files that are older than an hour. Failing at that is no reason to fail the write. */
export async function removeLeftovers(folder: string): Promise<void> {
  try {
    const names = (await readdir(folder)).filter((name) => TEMPORARY_NAME.test(name));
    for (const name of names) await removeIfOld(join(folder, name));
  } catch {
    // The folder cannot be listed, or another process removed the file first: the next write tries again.
  }
}

async function removeIfOld(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isFile() && Date.now() - found.mtimeMs > LEFTOVER_AFTER_MS) await unlink(path);
}
