/**
 * Opens what stands at a place for reading, if it is a regular file: pipes, devices and sockets are refused before they could
 * block, also when they are swapped in at the last moment.
 */
import { constants, type Stats } from "node:fs";
import { lstat, open, type FileHandle } from "node:fs/promises";
import { TackleError } from "../../errors.ts";
import type { Place } from "./find-place.ts";
import { kindOf } from "./file-kind.ts";
import { refuseKernelFileSystem } from "./kernel-file-systems.ts";

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
  /** Without links. */
  readonly path: string;
}

/** On Windows the last three are undefined, which counts as none. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;

export async function withFile<Result>(
  place: Place,
  use: (file: OpenFile) => Promise<Result>,
): Promise<Result> {
  const { folder, name, path, found } = place;
  if (found === undefined) {
    const hint = "List the folder to see what there is.";
    throw new TackleError({ code: "not-found", message: `There is no ${path}`, hint });
  }
  refuseUnlessFile(found, path);
  const handle = await open(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  try {
    const stats = await handle.stat();
    refuseUnlessFile(stats, path);
    if (stats.dev !== folder.device && folder.self !== folder.path)
      await refuseKernelFileSystem(`/proc/self/fd/${handle.fd}`, path);
    await checkSame(place, stats);
    return await use({ handle, stats, path });
  } finally {
    await handle.close();
  }
}

/** Where the folder is held only by its path, the opened file must be the one that the path still leads to. */
async function checkSame({ folder, name, path }: Place, { dev, ino }: Stats): Promise<void> {
  await folder.check();
  if (folder.self !== folder.path) return;
  const now = await lstat(folder.at(name));
  if (now.dev === dev && now.ino === ino) return;
  throw new TackleError({
    code: "conflict",
    message: `${path} was replaced while it was opened`,
    hint: "Try again.",
  });
}

export function refuseUnlessFile(stats: Stats, path: string): void {
  if (stats.isFile()) return;
  const hint = stats.isDirectory()
    ? "List it, or name a file in it."
    : "Only regular files can be read and written.";
  throw new TackleError({ code: "usage", message: `${path} is a ${kindOf(stats)}, not a file`, hint });
}
