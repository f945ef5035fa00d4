/**
 * A file that grows by whole lines and is rotated by size: `log` becomes `log.1`, that becomes `log.2`, and so on. The
 * operating system appends each write in one piece, so lines of several processes do not mix. A process that still has
 * the old file open when another rotates writes its lines there, where they are kept too.
 */
import { constants, type Stats } from "node:fs";
import { type FileHandle, mkdir, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCodeOf, TackleError } from "../../errors.ts";
import { withFileLock } from "../file-lock.ts";

export interface AppendFileOptions {
  readonly path: string;
  readonly maxBytes: number;
  readonly keep: number;
}

export class AppendFile {
  readonly #options: AppendFileOptions;
  #handle: FileHandle | undefined;
  /** The last write ended in the middle of a line; the next one must not continue it. */
  #isTorn = false;

  constructor(options: AppendFileOptions) {
    this.#options = options;
  }

  /** Appends the text, which is whole lines in ASCII, in one write. Throws when the system cannot. */
  async append(text: string): Promise<void> {
    const handle = await this.#handleWithRoomFor(text.length);
    const bytes = Buffer.from(this.#isTorn ? `\n${text}` : text, "latin1");
    let written = 0;
    try {
      while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten;
      this.#isTorn = false;
    } catch (error) {
      if (written > 0) this.#isTorn = bytes[written - 1] !== LINE_END;
      throw error;
    }
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  async #handleWithRoomFor(bytes: number): Promise<FileHandle> {
    const handle = await this.#currentHandle();
    const { size } = await handle.stat();
    // What is no regular file (a pipe, /dev/null) has size 0.
    if (size === 0 || size + bytes <= this.#options.maxBytes) return handle;
    await this.#rotate(await handle.stat());
    return await this.#currentHandle();
  }

  /** The open file, opened anew when the path leads to another one now: someone rotated or removed it. */
  async #currentHandle(): Promise<FileHandle> {
    if (this.#handle !== undefined) {
      const atPath = await statOrMissing(this.#options.path);
      if (atPath !== undefined && isSameFile(atPath, await this.#handle.stat())) return this.#handle;
      await this.close();
    }
    this.#handle = await openPrivately(this.#options.path);
    return this.#handle;
  }

  /** One process at a time; who comes second sees that the file at the path is a new one and leaves it. */
  async #rotate(full: Stats): Promise<void> {
    const { path, keep } = this.#options;
    try {
      await withFileLock(`${path}.lock`, { waitMs: 2_000 }, async () => {
        const atPath = await statOrMissing(path);
        if (atPath === undefined || !isSameFile(atPath, full)) return;
        for (let number = keep; number > 0; number -= 1)
          await renameIfThere(nameOf(path, number - 1), nameOf(path, number));
      });
    } catch (error) {
      // Without rotation the file grows beyond its size, which is better than to lose lines; the next write tries again.
      if (!(error instanceof TackleError) && !CANNOT_RENAME.has(systemCodeOf(error) ?? "")) throw error;
    }
  }
}

const LINE_END = 0x0a;
const CANNOT_RENAME: ReadonlySet<string> = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "EBUSY",
  "EISDIR",
  "ENOTEMPTY",
]);

function nameOf(path: string, number: number): string {
  return number === 0 ? path : `${path}.${number}`;
}

async function renameIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (systemCodeOf(error) !== "ENOENT") throw error;
  });
}

async function openPrivately(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Not blocking: a pipe that nobody reads is an error then, not a wait without end.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags, 0o600);
  const { mode } = await handle.stat();
  // An older file may be readable by others; if it is not ours to change, that is its owner's decision.
  if ((mode & constants.S_IFMT) === constants.S_IFREG && (mode & 0o077) !== 0)
    await handle.chmod(0o600).catch(() => undefined);
  return handle;
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

async function statOrMissing(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
