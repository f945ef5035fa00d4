/** Reads a body up to a limit and lets go of the socket at once when there is more. */
import type { Readable } from "node:stream";

export interface BoundedBody {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Whether there was more than the limit; the rest was not read. */
  readonly isCut: boolean;
}

export async function readBody(body: Readable, maxBytes: number): Promise<BoundedBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early destroys the stream, and with it the socket.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  const bytes = Buffer.concat(chunks, Math.min(size, maxBytes));
  return { bytes, isCut: size > maxBytes };
}

/** Reads and forgets a body that nobody needs, so that its socket can be used again; gives up on a large one. */
export async function discardBody(body: Readable, maxBytes = 64 * 1024): Promise<void> {
  try {
    await readBody(body, maxBytes);
  } catch {
    // Nothing was wanted from this body, and a broken socket has already left the pool.
  }
}
