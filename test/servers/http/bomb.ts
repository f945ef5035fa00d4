/** Little on the wire, gigabytes after decompression; as a JSON body, as one event, or without compression. */
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { RunningServer } from "./listen.ts";
import { startRawMcp } from "./raw-mcp.ts";

export type BombKind = "gzip" | "deflate" | "br" | "zstd" | "gzip-event" | "plain-event" | "gzip-error";

const MEGABYTE = 1024 * 1024;

export async function startBomb(kind: BombKind): Promise<RunningServer> {
  const packed = pack(kind);
  // 160 gzip members of 64 MB each are one valid gzip file of 10 GB.
  const repeat = kind.startsWith("gzip") ? 160 : 1;
  return startRawMcp({
    onCall({ response }) {
      const encoding = kind === "plain-event" ? undefined : kind.split("-")[0];
      const type = kind.endsWith("-event") ? "text/event-stream" : "application/json";
      response.writeHead(kind === "gzip-error" ? 500 : 200, {
        "content-type": type,
        ...(encoding === undefined ? {} : { "content-encoding": encoding }),
      });
      if (kind === "plain-event") response.write("data: ");
      for (let sent = 0; sent < repeat; sent++) response.write(packed);
      response.end();
    },
  });
}

function pack(kind: BombKind): Buffer {
  const zeros = Buffer.alloc(64 * MEGABYTE, 0x30);
  switch (kind) {
    case "gzip":
    case "gzip-error":
      return gzipSync(zeros);
    case "gzip-event":
      return gzipSync(zeros.fill("data: ", 0, 6));
    case "deflate":
      return deflateSync(zeros);
    case "br":
      return brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    case "zstd":
      return zstdCompressSync(zeros);
    case "plain-event":
      return zeros;
  }
}
