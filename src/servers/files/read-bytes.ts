/** Bytes of an open file, never more than asked for: a file may grow, or lie about its size, while it is read. */
import type { FileHandle } from "node:fs/promises";
import { TackleError } from "../../errors.ts";
import type { OpenFile } from "./open-file.ts";

/** Files up to this size are read whole, edited, and hashed. */
export const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

export async function readRange(
  handle: FileHandle,
  { offset, length }: { readonly offset: number; readonly length: number },
): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The whole file; throws when it is too large for that, before anything is read. */
export async function readWhole({ handle, stats, path }: OpenFile): Promise<Buffer> {
  if (stats.size > MAX_WHOLE_BYTES) throw tooLarge(path, stats.size);
  // Some files say that they are empty and are not; one byte more than the limit shows a file that has grown past it.
  const bytes = await readRange(handle, { offset: 0, length: stats.size + 1 });
  if (bytes.length <= stats.size) return bytes;
  const all = await readRange(handle, { offset: 0, length: MAX_WHOLE_BYTES + 1 });
  if (all.length > MAX_WHOLE_BYTES) throw tooLarge(path, all.length);
  return all;
}

function tooLarge(path: string, size: number): TackleError {
  return new TackleError({
    code: "usage",
    message: `${path} has ${size} bytes; at most ${MAX_WHOLE_BYTES} can be handled at once`,
    hint: "Read it in parts: first_line and last_line, or offset and length.",
  });
}
