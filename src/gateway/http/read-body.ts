/** The body of a request, no longer than it may be. */
import { isUtf8 } from "node:buffer";
import { isWhole, type HttpRequest, type StreamedRequest } from "./exchange.ts";

export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "not-text" }
  | { readonly kind: "too-long" }
  | { readonly kind: "broken" };

export function readBody(request: HttpRequest, maxBytes: number): Body | Promise<Body> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return { kind: "too-long" };
  return isWhole(request) ? decode(request.body) : readStream(request, maxBytes);
}

function readStream(request: StreamedRequest, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        request.pause();
        resolve({ kind: "too-long" });
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(decode(Buffer.concat(chunks))));
    request.on("error", () => resolve({ kind: "broken" }));
    request.on("aborted", () => resolve({ kind: "broken" }));
  });
}

function decode(bytes: Buffer): Body {
  const text = bytes.toString("utf8");
  // Only where the decoder left its mark is it worth looking whether the bytes were at fault.
  const isBroken = text.includes("\ufffd") && !isUtf8(bytes);
  return isBroken ? { kind: "not-text" } : { kind: "text", text };
}
