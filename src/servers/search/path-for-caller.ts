/** A path as the caller can give it to any tool on the same roots: short below the first root, whole elsewhere. */
import { relative } from "node:path";
import type { Roots } from "../files/allowed-roots.ts";

export function pathForCaller(path: string, [first]: Roots): string {
  const below = relative(first.path, path);
  return below === "" || below.startsWith("..") ? path : below;
}
