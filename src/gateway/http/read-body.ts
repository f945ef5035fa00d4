/** The body of a request, no longer than it may be. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";

export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "not-text" }
  | { readonly kind: "too-long" }
  | { readonly kind: "broken" };

export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      resolve({ kind: "too-long" });
      return;
    }
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        request.pause();
        resolve({ kind: "too-long" });
      } else if (first === undefined) first = chunk;
      else (more ??= [first]).push(chunk);
    });
    request.on("end", () => {
      const whole = more === undefined ? first : Buffer.concat(more);
      const text = whole?.toString("utf8") ?? "";
      // Only where the decoder left its mark is it worth looking whether the bytes were at fault.
      const isBroken = whole !== undefined && text.includes("\ufffd") && !isUtf8(whole);
      resolve(isBroken ? { kind: "not-text" } : { kind: "text", text });
    });
    request.on("error", () => resolve({ kind: "broken" }));
    request.on("aborted", () => resolve({ kind: "broken" }));
  });
}
