/**
 * A folder that is held while something in it is read or changed. On Linux it is held by its descriptor, and everything in it
 * is reached through that: whoever renames folders or swaps links meanwhile cannot lead us elsewhere. Elsewhere Node has no
 * such way; there the folder is looked at again before and after.
 */
import { constants, existsSync } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { TackleError } from "../../errors.ts";
import { refuseKernelFileSystem } from "./kernel-file-systems.ts";

export interface OpenFolder {
  /** For messages and for names of what is in it; never for system calls. */
  readonly path: string;
  readonly device: number;
  /** What to hand to a system call to reach the folder itself. */
  readonly self: string;
  /** What to hand to a system call to reach a name in it. The last name is still to be opened without following links. */
  at(name: string): string;
  /** Holds a folder in this one; fails for a link, whatever it points to. */
  enter(name: string): Promise<OpenFolder>;
  /** Throws when the folder is not any more what it was; by descriptor it cannot change. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export type FolderAccess = "descriptor" | "path";

export const BEST_ACCESS: FolderAccess =
  process.platform === "linux" && existsSync("/proc/self/fd") ? "descriptor" : "path";

/** Opens a folder whose path has no links. */
export function openFolder(path: string, access: FolderAccess = BEST_ACCESS): Promise<OpenFolder> {
  return access === "descriptor" ? holdByDescriptor(path, path) : holdByPath(path);
}

/** Linux's O_PATH: a mere reference, which needs no permission to read the folder and cannot block. */
const O_PATH = 0o10000000;

async function holdByDescriptor(systemPath: string, path: string, parent?: OpenFolder): Promise<OpenFolder> {
  const handle = await open(systemPath, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const self = `/proc/self/fd/${handle.fd}`;
  try {
    const { dev } = await handle.stat();
    if (parent !== undefined && dev !== parent.device) await refuseKernelFileSystem(self, path);
    const folder: OpenFolder = {
      path,
      device: dev,
      self,
      at: (name) => `${self}/${name}`,
      enter: (name) => holdByDescriptor(`${self}/${name}`, join(path, name), folder),
      check: async () => {},
      close: () => handle.close(),
    };
    return folder;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function holdByPath(path: string): Promise<OpenFolder> {
  const { dev, ino } = await lstat(path);
  const check = async (): Promise<void> => {
    const now = await lstat(path);
    if (now.isDirectory() && now.dev === dev && now.ino === ino && (await realpath(path)) === path) return;
    throw new TackleError({
      code: "conflict",
      message: `The folder ${path} was replaced while it was in use`,
      hint: "Try again.",
    });
  };
  await check();
  return {
    path,
    device: dev,
    self: path,
    at: (name) => join(path, name),
    enter: (name) => holdByPath(join(path, name)),
    check,
    close: async () => {},
  };
}
