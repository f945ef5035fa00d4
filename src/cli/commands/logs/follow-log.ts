/** Watches a log grow, over its rotation, until the person ends it with Ctrl-C. */
import { closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { systemCodeOf } from "../../../errors.ts";
import { splitLines } from "./log-lines.ts";

const LOOK_EVERY_MS = 250;

/** Hands over whole new lines behind the given byte; resolves when the process is asked to end. */
export async function followLog(
  file: string,
  from: number,
  onLines: (lines: readonly string[]) => void,
): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, end);
  let place: Place = { inode: undefined, offset: from };
  while (!ending.signal.aborted) {
    place = readNew(file, place, onLines);
    await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined); // ended while waiting
  }
  for (const signal of signals) process.off(signal, end);
}

interface Place {
  /** Undefined until the file was seen. */
  readonly inode: number | undefined;
  readonly offset: number;
}

function readNew(file: string, place: Place, onLines: (lines: readonly string[]) => void): Place {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return place; // not there yet, or just being rotated
    throw error;
  }
  try {
    const stats = fstatSync(descriptor);
    const offset = isNewFile(stats, place) ? 0 : place.offset;
    const bytes = Buffer.alloc(Math.max(0, stats.size - offset));
    const count = readSync(descriptor, bytes, 0, bytes.length, offset);
    const end = bytes.subarray(0, count).lastIndexOf(0x0a) + 1;
    onLines(splitLines(bytes.subarray(0, end).toString()));
    return { inode: stats.ino, offset: offset + end };
  } finally {
    closeSync(descriptor);
  }
}

function isNewFile({ ino, size }: Stats, { inode, offset }: Place): boolean {
  return (inode !== undefined && ino !== inode) || size < offset;
}
