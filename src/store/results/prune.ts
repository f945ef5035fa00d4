/** Removes kept results that are too old, and then the oldest until the rest fits. Other processes may do the same. */
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { systemCodeOf } from "../../errors.ts";

export interface ResultLimits {
  readonly maxTotalBytes: number;
  readonly maxAgeMs: number;
}

export const RESULT_SUFFIX = ".result";

interface Found {
  readonly path: string;
  readonly bytes: number;
  readonly writtenAt: number;
}

/** How many were removed. */
export async function pruneResults(folder: string, limits: ResultLimits): Promise<number> {
  const newestFirst = (await findResults(folder)).sort((one, other) => other.writtenAt - one.writtenAt);
  const oldest = Date.now() - limits.maxAgeMs;
  let total = 0;
  let removed = 0;
  for (const { path, bytes, writtenAt } of newestFirst) {
    total += bytes;
    if (writtenAt >= oldest && total <= limits.maxTotalBytes) continue;
    await orMissing(unlink(path));
    removed += 1;
  }
  return removed;
}

async function findResults(folder: string): Promise<Found[]> {
  const names = (await orMissing(readdir(folder))) ?? [];
  const found: Found[] = [];
  for (const name of names.filter((name) => name.endsWith(RESULT_SUFFIX))) {
    const path = join(folder, name);
    const status = await orMissing(stat(path));
    if (status?.isFile() === true) found.push({ path, bytes: status.size, writtenAt: status.mtimeMs });
  }
  return found;
}

async function orMissing<Value>(doing: Promise<Value>): Promise<Value | undefined> {
  try {
    return await doing;
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return undefined; // another process was faster
    throw error;
  }
}
