/**
 * Vectors in a folder: each write makes one file, and many files become one. Files are named by their content and never
 * changed, so several processes can use the folder at once; it may be deleted at any time.
 */
import { readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { atomicWrite, contentHash } from "../../util/atomic-write.ts";
import type { EmbeddingCache, Vectors } from "./embedding-cache.ts";

const ENDING = ".vectors";
/** With more files than this, they are put together. */
const MAX_FILES = 16;
/** Of a key, and of the number of values that follows it. */
const KEY_BYTES = 32;
const COUNT_BYTES = 4;

export function diskEmbeddingCache(folder: string): EmbeddingCache {
  const known = new Map<string, Float32Array>();
  let loading: Promise<readonly string[]> | undefined;
  const load = (): Promise<readonly string[]> => (loading ??= readFolder(folder, known));
  return {
    async read(keys) {
      await load();
      return new Map(
        keys.flatMap((key) => {
          const vector = known.get(key);
          return vector === undefined ? [] : [[key, vector] as const];
        }),
      );
    },
    async write(vectors) {
      const files = await load();
      for (const [key, vector] of vectors) known.set(key, vector);
      const isFull = files.length >= MAX_FILES;
      const kept = await writeFile(folder, isFull ? known : vectors);
      // Another process may have done the same: a file that is gone is as good.
      if (isFull) await Promise.allSettled(files.map((name) => unlink(join(folder, name))));
      loading = Promise.resolve([...(isFull ? [] : files), kept]);
    },
  };
}

async function readFolder(folder: string, known: Map<string, Float32Array>): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []); // there is none before the first write
  const files = names.filter((name) => name.endsWith(ENDING));
  for (const name of files) {
    const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
    for (const [key, vector] of decode(bytes)) known.set(key, vector);
  }
  return files;
}

async function writeFile(folder: string, vectors: Vectors): Promise<string> {
  const bytes = encode(vectors);
  const name = `${contentHash(bytes).slice(0, 32)}${ENDING}`;
  await atomicWrite(join(folder, name), bytes, { createParents: true, mode: 0o600 });
  return name;
}

function encode(vectors: Vectors): Buffer {
  const parts = [...vectors].flatMap(([key, vector]) => {
    const head = Buffer.alloc(KEY_BYTES + COUNT_BYTES);
    head.write(key, "hex");
    head.writeUInt32LE(vector.length, KEY_BYTES);
    return [head, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)];
  });
  return Buffer.concat(parts);
}

/** Stops at the first entry that is not whole. */
function decode(bytes: Buffer): Vectors {
  const vectors = new Map<string, Float32Array>();
  let place = 0;
  while (place + KEY_BYTES + COUNT_BYTES <= bytes.length) {
    const key = bytes.toString("hex", place, place + KEY_BYTES);
    const count = bytes.readUInt32LE(place + KEY_BYTES);
    const start = place + KEY_BYTES + COUNT_BYTES;
    const end = start + count * Float32Array.BYTES_PER_ELEMENT;
    if (count === 0 || end > bytes.length) break;
    // A copy, because the values may stand where no number can be read in place.
    vectors.set(key, new Float32Array(new Uint8Array(bytes.subarray(start, end)).buffer));
    place = end;
  }
  return vectors;
}
