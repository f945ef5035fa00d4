/** What stands under a name, in the words that results and messages use. */
import type { Dirent, Stats } from "node:fs";

export const FILE_KINDS = ["file", "folder", "link", "pipe", "socket", "device", "unknown"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export function kindOf(entry: Stats | Dirent): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFIFO()) return "pipe";
  if (entry.isSocket()) return "socket";
  return entry.isBlockDevice() || entry.isCharacterDevice() ? "device" : "unknown";
}
