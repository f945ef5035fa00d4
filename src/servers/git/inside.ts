/** Whether a path lies within a folder: by its parts, so that `/root-evil` is not within `/root`. Both must be resolved. */
import { isAbsolute, relative, sep } from "node:path";

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
