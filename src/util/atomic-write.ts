/**
 * Replaces a file as a whole: whoever reads it, and whatever dies in between, finds the old content or the new one,
 * never a part. It does not lock: two writers who read before they write need `withFileLock` around both.
 */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readFile,
  readlink,
  rename,
  stat,
  unlink,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type ErrorCode, messageOf, systemCodeOf, TackleError } from "../errors.ts";
import { newTemporaryName, removeLeftovers } from "./temporary-files.ts";

export interface AtomicWriteOptions {
  /** Permissions of the file. Without it an existing file keeps its own, and a new one gets 0600. */
  readonly mode?: number;
  /** SHA-256 (hex) that the file must still have, or null when it must not exist yet; otherwise a conflict is thrown. */
  readonly expectedHash?: string | null;
  /** Creates missing folders with mode 0700. */
  readonly createParents?: boolean;
}

/** Writes the data to the file, or to the target of a symbolic link, and waits until it is on disk. */
export async function atomicWrite(
  path: string,
  data: string | Uint8Array,
  options: AtomicWriteOptions = {},
): Promise<void> {
  try {
    const target = await linkTarget(path);
    const folder = dirname(target);
    if (options.createParents === true) await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(target, data, options);
    await syncFolder(folder);
    await removeLeftovers(folder);
  } catch (error) {
    throw error instanceof TackleError ? error : explain(path, error);
  }
}

/** The hash by which `expectedHash` compares. */
export function contentHash(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Where the path leads to; a link may also point to a file that does not exist yet. */
async function linkTarget(path: string): Promise<string> {
  let target = resolve(path);
  for (let links = 0; links < 40; links += 1) {
    const found = await orMissing(lstat(target));
    if (found?.isSymbolicLink() !== true) return target;
    target = resolve(dirname(target), await readlink(target));
  }
  throw new TackleError({
    code: "config",
    message: `Cannot write ${path}: its symbolic links go in a circle.`,
  });
}

async function replaceFile(
  target: string,
  data: string | Uint8Array,
  options: AtomicWriteOptions,
): Promise<void> {
  const existing = await orMissing(stat(target));
  if (existing !== undefined && !existing.isFile()) {
    throw new TackleError({ code: "config", message: `Cannot write ${target}: it is not a regular file.` });
  }
  const temporary = join(dirname(target), newTemporaryName());
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const handle = await open(temporary, flags, 0o600);
  try {
    try {
      await handle.writeFile(data);
      if (existing !== undefined) await keepOwner(handle, existing);
      // After the owner: changing the owner may clear permission bits.
      await handle.chmod(options.mode ?? (existing === undefined ? 0o600 : existing.mode & 0o7777));
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (options.expectedHash !== undefined) await checkUnchanged(target, options.expectedHash);
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => undefined); // the first failure is the one to tell
    throw error;
  }
}

async function keepOwner(
  handle: FileHandle,
  existing: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const own = await handle.stat();
  if (own.uid === existing.uid && own.gid === existing.gid) return;
  // Only root may give files away; for others the file becomes theirs, as with any editor.
  await handle.chown(existing.uid, existing.gid).catch(() => undefined);
}

async function checkUnchanged(target: string, expectedHash: string | null): Promise<void> {
  const bytes = await orMissing(readFile(target));
  const hash = bytes === undefined ? null : contentHash(bytes);
  if (hash === expectedHash) return;
  throw new TackleError({
    code: "conflict",
    message: `${target} was ${hash === null ? "removed" : expectedHash === null ? "created" : "changed"} by someone else in the meantime; nothing was written.`,
    hint: "Look at the file, then try again.",
  });
}

async function orMissing<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Makes the new name last. Some file systems cannot sync a folder; the content is safe there too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const NOT_ALLOWED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);
const NO_SPACE: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const NO_FOLDER: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

function explain(path: string, cause: unknown): TackleError {
  const systemCode = systemCodeOf(cause) ?? "";
  const folder = dirname(path);
  const failed = (code: ErrorCode, why: string, hint?: string): TackleError =>
    new TackleError({ code, message: `Cannot write ${path}: ${why}`, hint, cause });

  if (NOT_ALLOWED.has(systemCode)) {
    const hint = "Change the permissions of the folder, or choose a file that you may write.";
    return failed(
      "permission",
      `its folder ${folder} is read-only for this user (${messageOf(cause)}).`,
      hint,
    );
  }
  if (NO_SPACE.has(systemCode)) {
    const hint = "Free some space, then try again; the file is as it was.";
    return failed("permission", `no space is left (${messageOf(cause)}).`, hint);
  }
  if (NO_FOLDER.has(systemCode)) {
    return failed("not-found", `the folder ${folder} does not exist.`, "Create the folder first.");
  }
  return failed("internal", messageOf(cause));
}
