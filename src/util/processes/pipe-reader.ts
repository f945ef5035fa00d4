/**
 * Whether some process reads a pipe that we write to. The system says so only to who writes; on Linux the open files of all
 * processes can be looked at instead, as far as they are ours to see. It never writes to the pipe.
 */
import { fstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A function that tells each time; undefined where there is no /proc, or the descriptor is no pipe. */
export function pipeReaderOf(fd: number): (() => boolean) | undefined {
  const link = pipeName(fd);
  if (link === undefined) return undefined;
  let known: string | undefined;
  return () => {
    // Looking through all processes takes a while; the one that was found stays, as a rule.
    if (known === undefined || !isReader(known, link)) known = findReader(link);
    return known !== undefined;
  };
}

function pipeName(fd: number): string | undefined {
  try {
    return fstatSync(fd).isFIFO() ? readlinkSync(`/proc/self/fd/${fd}`) : undefined;
  } catch {
    return undefined; // no such descriptor, or a system without /proc
  }
}

/** The place of a descriptor that reads it, `/proc/PID/…/FD`. */
function findReader(link: string): string | undefined {
  for (const pid of namesIn("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    for (const fd of namesIn(`/proc/${pid}/fd`)) {
      const place = `${pid}/${fd}`;
      if (isReader(place, link)) return place;
    }
  }
  return undefined;
}

function isReader(place: string, link: string): boolean {
  const [pid = "", fd = ""] = place.split("/");
  try {
    if (readlinkSync(`/proc/${pid}/fd/${fd}`) !== link) return false;
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, "utf8"))?.[1] ?? "1";
    return (Number.parseInt(flags, 8) & 3) !== 1; // 0 reads, 1 writes, 2 does both
  } catch {
    return false; // it has just ended, or is another user's
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // as above
  }
}
