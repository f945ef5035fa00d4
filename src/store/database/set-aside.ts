/** Moves a damaged database away, with its log: it may hold the only trace of what happened, so it is never deleted. */
import { existsSync, renameSync } from "node:fs";
import { withOpeningLock } from "./opening-lock.ts";
import { identityOf } from "./open-file.ts";

/**
 * Where the damaged file is now; undefined when another process moved it first. The file goes before its log: without
 * the file nobody opens the log, and nobody creates a new file before the lock is free.
 */
export function setAside(path: string, damaged: string | undefined): string | undefined {
  return withOpeningLock(path, () => {
    if (damaged === undefined || identityOf(path) !== damaged) return undefined;
    const aside = freeName(path);
    renameSync(path, aside);
    for (const suffix of ["-wal", "-shm"]) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    }
    return aside;
  });
}

function freeName(path: string): string {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, "");
  for (let turn = 0; ; turn += 1) {
    const name = `${path}.corrupt-${time}${turn === 0 ? "" : `-${turn}`}`;
    if (!existsSync(name)) return name;
  }
}
