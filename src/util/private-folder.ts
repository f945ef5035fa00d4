/** Whether a folder is this user's alone, so that whatever stands in it was put there by this user. */
import { lstatSync } from "node:fs";

/** What is wrong with it, to follow its name in a sentence; undefined when nothing is. Throws when it is not there. */
export function whyNotPrivate(folder: string): string | undefined {
  const stat = lstatSync(folder); // not stat: a link could lead anywhere
  if (!stat.isDirectory()) return "is not a folder";
  const uid = process.getuid?.();
  if (uid === undefined) return undefined; // Windows, where folders below the user's own are the user's own
  if (stat.uid !== uid) return "belongs to another user";
  return (stat.mode & 0o077) === 0 ? undefined : "is open to other users";
}
