/**
 * The files that a configuration depends on, each with what it looked like *before* it was read: a change that comes
 * while we read, or before anybody watches, then still shows as a difference.
 */
import { statSync } from "node:fs";

/** A file's absolute path → its signature; files that do not exist yet have one, too. */
export type SeenFiles = ReadonlyMap<string, string>;

/** Notes a file that is about to be read or looked for; the first look counts. */
export type See = (file: string) => void;

export function createSeenFiles(): { readonly files: SeenFiles; readonly see: See } {
  const files = new Map<string, string>();
  const see: See = (file) => {
    if (!files.has(file)) files.set(file, signatureOf(file));
  };
  return { files, see };
}

export function hasChanged(files: SeenFiles): boolean {
  return [...files].some(([file, signature]) => signatureOf(file) !== signature);
}

function signatureOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    // The time of the inode's change counts because it also moves when only the right to read the file changes.
    return stat === undefined ? "none" : `${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}`;
  } catch {
    return "unreadable"; // a folder on the way is closed to us; that can change, too
  }
}
