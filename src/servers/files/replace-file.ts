/**
 * Writes a file as a whole at a held place: whoever reads it, and whatever fails in between, finds the old content or the new
 * one. A link that is put there meanwhile is replaced itself; what it points to is never touched.
 */
import { constants, type Stats } from "node:fs";
import { link, lstat, open, rename, unlink, type FileHandle } from "node:fs/promises";
import { systemCodeOf, TackleError } from "../../errors.ts";
import { contentHash } from "../../util/atomic-write.ts";
import { newTemporaryName, removeLeftovers } from "../../util/temporary-files.ts";
import type { Place } from "./find-place.ts";
import { refuseUnlessFile, withFile } from "./open-file.ts";
import { readWhole } from "./read-bytes.ts";

export interface NewContent {
  readonly bytes: Uint8Array;
  /** The content that is to be replaced; null where there must be none; undefined where that does not matter. */
  readonly expectedHash: string | null | undefined;
  /** The permissions of the file, from those that it would have otherwise: the old one's, or the usual ones of a new file. */
  readonly modeOf?: ModeOf | undefined;
}

export type ModeOf = (mode: number) => number;

/** What of a file's mode are permissions. */
export const PERMISSIONS = 0o7777;

export async function replaceFile(place: Place, { bytes, expectedHash, modeOf }: NewContent): Promise<void> {
  const { folder, found, path } = place;
  if (found !== undefined) refuseUnlessFile(found, path);
  const temporary = folder.at(newTemporaryName());
  await folder.check();
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const handle = await open(
    temporary,
    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
    found === undefined ? 0o666 : 0o600,
  );
  try {
    try {
      await handle.writeFile(bytes);
      if (found !== undefined) await keepOwnerAndMode(handle, found);
      if (modeOf !== undefined) await handle.chmod(modeOf((await handle.stat()).mode & PERMISSIONS));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await folder.check();
    await putInPlace(place, temporary, expectedHash);
  } catch (error) {
    await unlink(temporary).catch(() => undefined); // the first failure is the one to tell
    throw error;
  }
  await syncFolder(folder.at("."));
  await removeLeftovers(folder.at("."));
}

async function keepOwnerAndMode(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  // Only root may give files away; for others the file becomes theirs, as with any editor.
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
  await handle.chmod(mode & PERMISSIONS); // last, because changing the owner may clear bits
}

async function putInPlace(
  place: Place,
  temporary: string,
  expectedHash: string | null | undefined,
): Promise<void> {
  const { folder, name, path } = place;
  if (expectedHash === null) {
    // Unlike a rename, a hard link fails where something has appeared in the meantime.
    const isLinked = await link(temporary, folder.at(name)).then(
      () => true,
      (error: unknown) => {
        if (systemCodeOf(error) === "EEXIST") throw changed(path, "created");
        return false; // not every file system has hard links
      },
    );
    if (isLinked) {
      await unlink(temporary);
      return;
    }
  }
  if (expectedHash !== undefined) await checkUnchanged(place, expectedHash);
  await rename(temporary, folder.at(name));
}

async function checkUnchanged(place: Place, expectedHash: string | null): Promise<void> {
  const { folder, name, path } = place;
  const found = await lstat(folder.at(name)).catch((error: unknown) => {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (found === undefined && expectedHash !== null) throw changed(path, "removed");
  if (found === undefined) return;
  const hash = await withFile({ ...place, found }, async (file) => contentHash(await readWhole(file)));
  if (hash !== expectedHash) throw changed(path, "changed");
}

export function changed(path: string, how: "created" | "removed" | "changed"): TackleError {
  return new TackleError({
    code: "conflict",
    message: `${path} was ${how} by someone else since it was read; nothing was written`,
    hint: "Read it again, then repeat the change on what is there now.",
  });
}

/** Makes the new name last. Some file systems cannot sync a folder; the content is safe there too. */
async function syncFolder(systemPath: string): Promise<void> {
  const handle = await open(systemPath, constants.O_RDONLY).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
