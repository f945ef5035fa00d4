/** Undoes `Content-Encoding` as a stream, so that the limits above it count decoded bytes and a bomb is cut early. */
import { pipeline, type Readable, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from "node:zlib";

/** What we ask for. Other known encodings are decoded too if a server insists. */
export const ACCEPTED_ENCODINGS = "gzip, br";

/** Encodings can be stacked; nobody honest needs more. */
const MAX_ENCODINGS = 2;

export class UnknownEncoding extends Error {}

/** The decoded body. Destroying it destroys `body` and with it the socket. */
export function decodeBody(body: Readable, contentEncoding: string | undefined): Readable {
  const encodings = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (encodings.length > MAX_ENCODINGS) throw new UnknownEncoding(`${encodings.length} stacked encodings`);
  // The last one named was applied last, so it is undone first.
  return encodings.toReversed().reduce<Readable>((encoded, name) => {
    const decoder = createDecoder(name);
    // Errors of either side surface on the decoder, which is what the caller reads, or has stopped reading.
    decoder.on("error", () => undefined);
    pipeline(encoded, decoder, () => undefined);
    return decoder;
  }, body);
}

function createDecoder(name: string): Transform {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH });
    case "deflate":
      return createInflate({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH });
    case "br":
      return createBrotliDecompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      });
    case "zstd":
      return createZstdDecompress({ flush: constants.ZSTD_e_continue, finishFlush: constants.ZSTD_e_end });
    default:
      throw new UnknownEncoding(name.slice(0, 40).replace(/[^\w-]/g, "?"));
  }
}
